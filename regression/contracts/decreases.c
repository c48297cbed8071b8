/* Lexicographic order: the first may stay if the second becomes smaller. */
#ifdef BUG
#define MORE 1
#else
#define MORE 0
#endif
int __VERIFIER_nondet_int(void);

int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	if (a < 0 || b < 0)
		return 0;
	while (a > 0 || b > 0)
		__CPROVER_loop_invariant(a >= 0 && b >= 0)
		__CPROVER_decreases(a, b) /* here */
	{
		if (b > 0) {
			b--;
		} else {
			a -= 1 - MORE;
			b = __VERIFIER_nondet_int();
			if (b < 0)
				b = 0;
		}
	}
	return 0;
}
