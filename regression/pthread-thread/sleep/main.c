/* Sleeping orders nothing. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static int x;

static void *run(void *argument) {
	x = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	struct timespec second = {1, 0}, bad = {0, 1000000000};
	pthread_create(&t, NULL, run, NULL);
	assert(sleep(1) == 0 && usleep(1) == 0 && sched_yield() == 0);
	assert(nanosleep(&second, NULL) == 0 && nanosleep(&bad, NULL) == -1);
	if (JOIN)
		pthread_join(t, NULL);
	assert(x == 1);
}
