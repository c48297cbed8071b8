/* One violation for each way of naming it; lines are referred to by run-validate. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair {
	int a;
	unsigned char b[2];
};
int global;
static struct pair p;

static int twice(int n) {
	int result = n + n;
	return result;
}

int main(void) {
	int x = __VERIFIER_nondet_int();
	int y = __VERIFIER_nondet_int();
	if (x < 0 || x > 10 || y < 0 || y > 10)
		return 0;
	struct pair *q = &p;
	q->a = x;
	p.b[1] = (unsigned char)y;
	for (int i = 0; i < 3; i++) {
		int x = i;
		global += x;
	}
	switch (y) {
	case 1: global = 10; break;
	case 2: global = 20; break;
	default: global = 30;
	}
	global += x > 5 ? 1 : 2;
	while (x > 7)
		x--;
	do {
		y--;
	} while (y > 0);
	if (twice(x) == 8)
		reach_error();
	if (global == 21)
		reach_error();
	return 0;
}
