/* A detached thread cannot be joined: undefined; EINVAL where that is not checked. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *run(void *argument) {
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_attr_t a;
	int state;
	pthread_attr_init(&a);
	assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
	assert(pthread_attr_setdetachstate(&a, 7) == EINVAL);
	assert(pthread_attr_setdetachstate(&a, STATE) == 0);
	pthread_create(&t, &a, run, NULL);
	pthread_attr_destroy(&a);
	assert(pthread_join(t, NULL) == EINVAL);
}
