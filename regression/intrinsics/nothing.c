/* Calls that do nothing but evaluate their arguments. */
int x;

int main(void) {
	__CPROVER_initialize();
	__CPROVER_input("x", x);
	__CPROVER_output("x", x = 3);
	__CPROVER_cover(x == 4);
	__ESBMC_cover(x == 4);
	__CPROVER_fence("RRfence", "WWfence");
	__CPROVER_assert(x == WANTED, "x");
	return 0;
}
