/* Backward and forward jumps, into and out of blocks, computed goto. */
#include <assert.h>

static int dispatch(const char *code) {
	static void *const table[] = {&&stop, &&inc, &&dbl};
	int acc = 0;
next:
	goto *table[(int)*code++];
inc:
	acc++;
	goto next;
dbl:
	acc *= 2;
	goto next;
stop:
	return acc;
}

int main(void) {
	int n = 0, sum = 0;
again:
	if (n < 4) {
		int square = n * n;
		sum += square;
		n++;
		goto again;
	}
	assert(sum == 14);
	goto inside;
	{
		int x = 5;
	inside:
		x = 6;
		sum += x;
		for (int i = 0;; i++)
			for (int j = 0; j < 3; j++)
				if (i * j == 2)
					goto out;
	}
out:
	assert(sum == 20);
	assert(dispatch((char[]){1, 1, 2, 1, 0}) == 5 + OFF);
	return 0;
}
