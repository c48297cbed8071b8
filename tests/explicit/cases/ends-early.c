// The end of main is the end of all.
// expect: assertion 7 contexts 1 preemptions 1
#include <assert.h>
#include <pthread.h>

static void *fail(void *argument) {
	assert(argument);
	return argument;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, fail, NULL);
	return 0;
}
