/* Declared only it is an assertion; with a body it is what the body says. */
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
#ifdef BODY
void __VERIFIER_assert(int c) {
	if (c > 100)
		__CPROVER_assert(0, "never");
}
#endif

int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n > LEAST)
		__VERIFIER_assert(n > 3);
	return 0;
}
