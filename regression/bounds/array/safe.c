unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	int a[10] = {0};
	unsigned i = __VERIFIER_nondet_uint();
	if (i < 10)
		a[i] = 1;
	return a[9];
}
