/* main is a thread like others: it can be joined, and its result is that of pthread_exit. */
#include <assert.h>
#include <pthread.h>

static pthread_t first;
static int x, y;

static void *run(void *argument) {
	void *result;
	assert(pthread_join(first, &result) == 0);
	assert(result == &RESULT);
	return NULL;
}

int main(void) {
	pthread_t t;
	first = pthread_self();
	pthread_create(&t, NULL, run, NULL);
	pthread_exit(&x);
}
