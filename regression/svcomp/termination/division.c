extern int __VERIFIER_nondet_int(void);

/* Endless only for the input that divides by zero, or for another one. */
int main(void) {
	int x = __VERIFIER_nondet_int(), y = 10 / x;
	while (x == STAYS)
		;
	return y;
}
