int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	if (x > 50000)
		return 0;
	x = x * x; /* violated */
	return 0;
}
