/* Without an option, clauses mean nothing: neither is this invariant true. */
#ifdef BUG
#define END 4
#else
#define END 3
#endif
int f(int x) __CPROVER_requires(x > 7) __CPROVER_ensures(x > 8);

int f(int x) {
	int i = 0;
	while (i < END)
		__CPROVER_loop_invariant(i > 17)
		__CPROVER_decreases(i)
		i++;
	return i + x;
}

int main(void) {
	__CPROVER_assert(f(0) == 3, "three"); /* here */
	return 0;
}
