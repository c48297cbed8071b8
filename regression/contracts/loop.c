/* A proof by induction: any number of iterations. */
#ifdef BUG
#define STEP 3
#else
#define STEP 2
#endif
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
	if (n > 1000000000)
		return 0;
	while (i < n)
		__CPROVER_loop_invariant(i <= n && s == 2 * i) /* here */
		__CPROVER_decreases(n - i)
	{
		i++;
		s += STEP;
	}
	__CPROVER_assert(s == 2 * n, "twice");
	return 0;
}
