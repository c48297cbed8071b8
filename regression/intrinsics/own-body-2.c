int nondet_int(void) {
	return 3;
}

unsigned __VERIFIER_nondet_uint(void) {
	return 4;
}
