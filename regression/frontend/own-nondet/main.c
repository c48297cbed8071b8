/* A program that defines such a function means its definition. */
int __VERIFIER_nondet_int(void) { return 4 + OFF; }
extern void __VERIFIER_error(void);

int main(void) {
	if (__VERIFIER_nondet_int() != 4)
		__VERIFIER_error();
	return 0;
}
