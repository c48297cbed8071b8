/* A cancelled thread ends at a cancellation point, and its result is PTHREAD_CANCELED. */
#include <assert.h>
#include <pthread.h>

static int cancelled;

static void *run(void *argument) {
	pthread_cancel(pthread_self());
	pthread_setcancelstate(STATE, NULL);
	pthread_testcancel();
	assert(0);
	return NULL;
}

int main(void) {
	pthread_t t;
	void *result;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED);
}
