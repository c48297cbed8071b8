/* Assertions that fail with at least so many context switches; SWITCHES chooses one. */
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *run(void *unused) {
	assert(SWITCHES != 1 || y == 2); /* main, run */
	x = 1;
	int seen = y;
	assert(SWITCHES != 3 || seen != 1); /* main, run: x = 1; main: y = 1; run */
	x = 2;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	assert(SWITCHES != 0);
	int seen = x;
	assert(SWITCHES != 2 || seen != 1); /* main, run: x = 1; main */
	y = seen == 1;
	y = 2;
	return 0;
}
