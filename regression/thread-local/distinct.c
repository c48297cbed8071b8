/* The variables of two threads that live at the same time have different addresses, and a function
 * has its own in each. */
#include <assert.h>
#include <pthread.h>

static int next(void) {
	static _Thread_local int n = START;
	return ++n;
}

static _Thread_local int mine;

static void *run(void *other) {
	assert(&mine != other);
	assert(next() == 1);
	assert(next() == 2);
	return NULL;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, run, &mine);
	pthread_create(&t, NULL, run, &mine);
	run(NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
}
