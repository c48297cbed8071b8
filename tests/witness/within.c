/* The input and the access are in one statement. */
extern int __VERIFIER_nondet_int(void);

static int same(int i) {
	int result = i;
	return result;
}

int main(void) {
	int values[3] = {0};
	int element = values[same(__VERIFIER_nondet_int() & 3)];
	return element;
}
