/* What a function returns that ends without a value is arbitrary; where paths meet, it used to become
 * the value of the other path, or a counterexample did not replay. */
void reach_error(void);
int __VERIFIER_nondet_int(void);

int sign(int x) {
	if (x > 0)
		return 1;
}

int other(int x) {
	if (x > 0)
		return 1;
	return;
}

int main(void) {
	int s = sign(__VERIFIER_nondet_int()), o = other(__VERIFIER_nondet_int());
	if (s == 5 && o == 6)
		reach_error();
	return 0;
}
