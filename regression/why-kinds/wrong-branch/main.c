/* Cause: the test of line 7 is inverted: 12 is divided by 0 at 11, since kind == 0. */
enum { NONE, SOME };

static int share(int kind) {
	int parts;

	if (kind == NONE)
		parts = 0;
	else
		parts = 3;
	return 12 / parts;
}

int main(void) {
	return share(NONE);
}
