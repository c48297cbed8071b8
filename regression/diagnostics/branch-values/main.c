/* What a branch says about its condition is what it was, whichever way the jump goes. */
extern void reach_error(void);

static int same(int x) {
	return x;
}

int main(void) {
	int n = 2;
	do
		n--;
	while (n > 0);
	while (n++ < 1)
		;
	if (same(n) == 3)
		n = 7;
	if (n == 2 && same(n) == VALUE)
		reach_error();
	return 0;
}
