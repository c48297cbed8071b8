/* Nobody passes before all have arrived, and exactly one is told so. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int x, serial;

static void *run(void *argument) {
	x = 1;
	if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
		serial = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	int mine = 0;
	assert(pthread_barrier_init(&b, NULL, COUNT) == 0);
	pthread_create(&t, NULL, run, NULL);
	int result = pthread_barrier_wait(&b);
	assert(x == 1);
	mine = result == PTHREAD_BARRIER_SERIAL_THREAD;
	assert(mine || result == 0);
	pthread_join(t, NULL);
	assert(mine + serial == 1);
	assert(pthread_barrier_destroy(&b) == 0);
}
