/* A call that does not fulfil the contract is a violation where the call is. */
int root(int x)
__CPROVER_requires(x >= 0)
__CPROVER_ensures(__CPROVER_return_value >= 0 && __CPROVER_return_value <= x);

int __VERIFIER_nondet_int(void);

int main(void) {
	int x = __VERIFIER_nondet_int();
#ifndef BUG
	if (x < 0)
		return 1;
#endif
	int r = root(x); /* here */
	__CPROVER_assert(r <= x, "bounded");
	return 0;
}
