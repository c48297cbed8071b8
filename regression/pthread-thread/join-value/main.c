/* The result of a thread reaches the one that joins it. */
#include <assert.h>
#include <pthread.h>

static int seven = 7;

static void *run(void *argument) {
	return argument;
}

int main(void) {
	pthread_t t;
	void *result;
	pthread_create(&t, NULL, run, &seven);
	assert(pthread_join(t, &result) == 0);
	assert(*(int *)result == RESULT);
}
