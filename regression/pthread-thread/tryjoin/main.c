/* pthread_tryjoin_np does not wait. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *run(void *argument) {
	return NULL;
}

int main(void) {
	pthread_t t;
	struct timespec now = {0, 0}, bad = {0, -1};
	pthread_create(&t, NULL, run, NULL);
	int result = CALL;
	assert(result == 0 || result == EBUSY);
	assert(pthread_timedjoin_np(pthread_self(), NULL, &now) == EDEADLK);
	(void)bad;
}
