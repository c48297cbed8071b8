/* Attributes of condition variables. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
	pthread_condattr_t a;
	pthread_cond_t c;
	clockid_t clock;
	int shared;
	assert(pthread_condattr_init(&a) == 0);
	assert(pthread_condattr_setclock(&a, 99) == EINVAL);
	assert(pthread_condattr_setclock(&a, CLOCK_MONOTONIC) == 0);
	assert(pthread_condattr_getclock(&a, &clock) == 0 && clock == CLOCK);
	assert(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
	assert(pthread_condattr_getpshared(&a, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
	assert(pthread_cond_init(&c, &a) == 0);
	assert(pthread_condattr_destroy(&a) == 0);
	assert(pthread_cond_destroy(&c) == 0);
}
