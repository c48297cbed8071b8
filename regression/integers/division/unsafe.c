int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	if (y >= 0)
		x = x % y; /* violated */
	return 0;
}
