extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x = __VERIFIER_nondet_int();
	if (x < 0 || x > 10)
		return 0;
	assert(x != 5);
	assert(x != 5);
	return 0;
}
