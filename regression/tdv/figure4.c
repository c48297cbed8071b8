/* Figure 4: each call of foo starts a thread, and calls foo again as long as it finds x positive.
 * The paper's test value a gives a + 2 threads, unless another thread changes x between the
 * assignment and the test.  The assertion is reached where bar has taken the last of y.  Without
 * BUG, bar leaves y alone. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 3 /* with main; a is two less */
#endif
#ifdef BUG
enum { TAKE = 1 };
#else
enum { TAKE = 0 };
#endif

static int x = 1, y = 1;

static void complex_a(void) {
	int rest = 10;
	while (rest > 0)
		rest -= 3;
}

static void complex_b(void) {
	int rest = 7;
	while (rest > 0)
		rest -= 2;
}

static void *bar(void *arg) {
	int b = (int)(long)arg;
	y = b;
	if (y > 0) {
		x = x - y;
		y = y - TAKE;
	} else {
		complex_b();
	}
	return NULL;
}

static void foo(int a) {
	pthread_t t;
	pthread_create(&t, NULL, bar, (void *)1);
	x = a;
	if (x > 0) {
		foo(a - 1);
	} else if (y <= 1 && y != 0) {
		x = y - x;
	} else if (y > 10) {
		complex_a();
	} else {
		x = x - y;
		assert(0);
	}
	pthread_join(t, NULL);
}

int main(void) {
	foo(THREADS - 2);
	return 0;
}
