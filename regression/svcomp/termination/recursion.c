extern unsigned char __VERIFIER_nondet_uchar(void);

static int sum(int n) {
	return n > 0 ? n + sum(n - 1) : 0;
}

int main(void) {
	return sum(__VERIFIER_nondet_uchar() % 6) > 15;
}
