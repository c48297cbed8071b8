extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	return x < 2147483647 ? x + 1 : 0;
}
