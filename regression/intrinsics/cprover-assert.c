/* Undeclared, as programs for CBMC have them.  The second argument names the assertion. */
int main(void) {
	int n = nondet_int();
	__CPROVER_assume(n >= LEAST);
	__CPROVER_assert(n > 3, "n is above three");
	__CPROVER_precondition(n > 2, "n is above two");
	return 0;
}
