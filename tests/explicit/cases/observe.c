// Every value that a function without a body is called with: the increments may be
// lost, and the bit-field, the wide number, the arguments and the jump are what C says.
// options: --observe observe
// expect: value 13112
// expect: value 23112
// expect: race x contexts 1 preemptions 1
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>

void observe(long long);
static struct { unsigned a : 3, b : 5; } bits = {1, 2};
static unsigned __int128 wide = (unsigned __int128)3 << 100;
static int x;
static jmp_buf back;

struct pair {
	int a, b;
};

static struct pair turned(struct pair p) {
	struct pair q = {p.b, p.a};
	return q;
}

static int last(int n, ...) {
	va_list list;
	int got = 0;
	va_start(list, n);
	for (int i = 0; i < n; i++)
		got = va_arg(list, int);
	va_end(list);
	return got;
}

static void *increment(void *argument) {
	x++;
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, increment, NULL);
	x++;
	pthread_join(t, NULL);
	if (setjmp(back) == 0) {
		bits.a--;
		longjmp(back, 1);
	}
	struct pair p = turned((struct pair){1, 2});
	observe(10000 * x + 1000 * (int)(wide >> 100) + 100 * last(2, 7, p.b) + 10 * (bits.a + 1) +
	        bits.b);
	return 0;
}
