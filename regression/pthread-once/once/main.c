/* The routine runs once, and is over when pthread_once returns. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT, other = PTHREAD_ONCE_INIT;
static int calls;

static void routine(void) {
	calls++;
}

static void *run(void *argument) {
	pthread_once(&CONTROL, routine);
	assert(calls >= 1);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	assert(pthread_once(&once, routine) == 0);
	assert(calls >= 1);
	pthread_join(t, NULL);
	assert(calls == 1);
}
