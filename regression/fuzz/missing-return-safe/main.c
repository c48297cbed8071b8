/* The results are arbitrary only where they are missing. */
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
	int x = __VERIFIER_nondet_int(), s = sign(x), o = other(x);
	if (s == 5 && o == 6 && x > 0)
		reach_error();
	return 0;
}
