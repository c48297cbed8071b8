/* Nothing is wrong; its invariants are. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
	int n = __VERIFIER_nondet_int(), sum = 0;
	if (n < 0 || n > 4)
		return 0;
	for (int i = 0; i < n; i++)
		sum += 2;
	int half = sum / 2;
	if (half != n)
		reach_error();
	return 0;
}
