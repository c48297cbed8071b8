/* Undeclared, as programs for ESBMC have them. */
int main(void) {
	int n = nondet_int();
	unsigned u = __ESBMC_nondet_uint();
	__ESBMC_assume(n >= LEAST && u < 10);
	__ESBMC_assert(n > 3, "n is above three");
	return u * 0;
}
