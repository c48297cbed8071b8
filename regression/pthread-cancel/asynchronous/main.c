/* A thread that may be cancelled anywhere is not supported; one that cancels itself is. */
#include <assert.h>
#include <pthread.h>

static void *run(void *argument) {
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	if (SELF) {
		pthread_cancel(pthread_self());
		assert(0);
	}
	return NULL;
}

int main(void) {
	pthread_t t;
	void *result;
	pthread_create(&t, NULL, run, NULL);
	if (!SELF)
		pthread_cancel(t);
	pthread_join(t, &result);
	assert(!SELF || result == PTHREAD_CANCELED);
}
