/* Cause: the difference is 0 at line 3 since a and b are the same. */
static int ratio(int a, int b) {
	return a / b;
}

int main(void) {
	int a = 5;

	int b = 5;
	return ratio(10, a - b);
}
