/* The invariant holds before the first iteration, also of a loop that has none. */
#ifdef BUG
#define LEAST 1
#else
#define LEAST 0
#endif
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned n = __VERIFIER_nondet_uint();
	do
		__CPROVER_loop_invariant(n >= LEAST) /* here */
	{
		if (n == 7)
			break;
		n = n ? n - 1 : 0;
	} while (n > LEAST);
	__CPROVER_assert(n == 7 || n == LEAST, "end");
	return 0;
}
