/* A thread cancels the one that joins it, so that the join ends before the thread does. */
#include <assert.h>
#include <pthread.h>

static pthread_t joiner;
static int x;

static void *run(void *argument) {
#ifdef LATE
	x = 1;
#endif
	pthread_cancel(joiner);
	x = 1;
	return NULL;
}

static void check(void *argument) {
	assert(x == 1);
}

static void *join_it(void *argument) {
	pthread_t t;
	joiner = pthread_self();
	pthread_create(&t, NULL, run, NULL);
	pthread_cleanup_push(check, NULL);
	pthread_join(t, NULL);
	pthread_cleanup_pop(1);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, join_it, NULL);
	pthread_join(t, NULL);
	return 0;
}
