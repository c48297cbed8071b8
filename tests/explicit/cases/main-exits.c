// Main ends as a thread, the other goes on.
// expect: assertion 7 contexts 0 preemptions 0
#include <assert.h>
#include <pthread.h>

static void *fail(void *argument) {
	assert(argument);
	return argument;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, fail, NULL);
	pthread_exit(NULL);
}
