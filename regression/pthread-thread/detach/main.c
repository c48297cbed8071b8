/* pthread_detach: once.  Again is undefined; EINVAL where that is not checked. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *run(void *argument) {
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	assert(pthread_detach(t) == 0);
	assert(pthread_detach(t) == RESULT);
	assert(pthread_join(t, NULL) == EINVAL);
}
