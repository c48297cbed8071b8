/* pthread_exit ends the thread from any depth, and its value is the result. */
#include <assert.h>
#include <pthread.h>

static int one = 1, two = 2;

static void leave(void) {
	pthread_exit(&two);
}

static void *run(void *argument) {
	leave();
	assert(0);
	return &one;
}

int main(void) {
	pthread_t t;
	void *result;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, &result);
	assert(result == &RESULT);
}
