/* A routine that is cancelled has not been called. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;

static void routine(void) {
	if (calls++ == 0) {
		pthread_cancel(pthread_self());
		if (POINT)
			pthread_testcancel();
	}
}

static void *run(void *argument) {
	pthread_once(&once, routine);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	pthread_once(&once, routine);
	assert(calls == 2);
}
