extern unsigned __VERIFIER_nondet_uint(void);

/* Ends, but nothing that is looked at shows it: not known, and in particular not true. */
int main(void) {
	unsigned long n = __VERIFIER_nondet_uint();
	while (n > 1)
		n = n % 2 ? 3 * n + 1 : n / 2;
	return 0;
}
