/* Some properties hold under all schedules, others do not. */
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *work(void *arg) {
	(void)arg;
	x = 1;
	y = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	int seen = y;
	int then = x;
	assert(!seen || then);
#ifdef BUG
	assert(!then || seen);
	assert(!seen);
#endif
	pthread_join(t, NULL);
	assert(x + y == 2);
}
