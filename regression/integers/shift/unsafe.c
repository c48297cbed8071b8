unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint(), x = 1;
	if (n <= 32)
		x <<= n; /* violated */
	return 0;
}
