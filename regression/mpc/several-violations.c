/* An execution ends at an assertion that fails, whether it has been reported or not, and goes on after a race. */
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *run(void *unused) {
	x = 1;
	y = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, run, 0);
#ifndef BUG
	pthread_join(t, 0);
#endif
	y = 2;
	assert(x == 1);
	assert(x != 0);
#ifdef BUG
	pthread_join(t, 0);
#endif
	assert(y == 2);
	return 0;
}
