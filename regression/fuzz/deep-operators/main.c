/* A sum of twenty thousand terms is a tree that deep; so is the term the solver gets. */
#define TEN(x) x x x x x x x x x x
#define TEN_THOUSAND(x) TEN(TEN(TEN(TEN(x))))
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = __VERIFIER_nondet_uint();
	unsigned y = 0 TEN_THOUSAND(+(x ^ 1)) TEN_THOUSAND(-(x ^ 1));
	if (y)
		reach_error();
	return 0;
}
