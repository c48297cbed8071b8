/* Reaching it is a violation. */
int main(void) {
	int n = nondet_int();
	__ESBMC_assume(n < MOST);
	if (n > 5)
		__ESBMC_unreachable();
	return 0;
}
