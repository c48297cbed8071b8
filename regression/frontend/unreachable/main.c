/* Reaching __builtin_unreachable is a violation. */
static int half(int n) {
	switch (n % 2) {
	case 0: return n / 2;
	case 1: return (n - 1) / 2;
	}
	__builtin_unreachable();
}

int main(void) {
	return half(6 - 7 * OFF);
}
