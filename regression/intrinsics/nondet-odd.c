/* What such a function would mean with a parameter, or without a result, nobody knows. */
extern DECLARED;

int main(void) {
	__VERIFIER_nondet_thing(GIVEN);
	return 0;
}
