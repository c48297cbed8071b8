/* The cleanup attribute: in reverse order, on every way out. */
#include <assert.h>

static int trace[16], n;

static void done(int *p) { trace[n++] = *p; }
#define AUTO __attribute__((cleanup(done)))

static int leave(int how) {
	int a AUTO = 1;
	for (int i = 0; i < 3; i++) {
		int b AUTO = 10 + i;
		if (how == 0 && i == 1)
			return a + 4;
		if (how == 1)
			break;
		if (how == 2 && i == 0)
			continue;
		if (how == 2)
			goto out;
	}
out:
	return a++;
}

int main(void) {
	assert(leave(0) == 5);
	assert(n == 3 && trace[0] == 10 && trace[1] == 11 && trace[2] == 1);
	n = 0;
	assert(leave(1) == 1);
	assert(n == 2 && trace[0] == 10);
	n = 0;
	leave(2);
	assert(n == 3 && trace[0] == 10 && trace[1] == 11 && trace[2] == 2 + OFF);
	return 0;
}
