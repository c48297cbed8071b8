extern int __VERIFIER_nondet_int(void);

/* A loop without an end that no input reaches. */
int main(void) {
	int x = __VERIFIER_nondet_int();
	if (x > LEAST && x * 0 == 0 && x < 8)
		for (;;)
			;
	return 0;
}
