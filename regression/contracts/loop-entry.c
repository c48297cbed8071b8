/* __CPROVER_loop_entry: the value before the loop. */
#ifdef BUG
#define STEP -1
#else
#define STEP 1
#endif
int __VERIFIER_nondet_int(void);

int main(void) {
	int x = __VERIFIER_nondet_int(), start = x;
	while (x < 100 && x > -100)
		__CPROVER_loop_invariant(x >= __CPROVER_loop_entry(x)) /* here */
		x += STEP;
	__CPROVER_assert(x >= start, "not below");
	return 0;
}
