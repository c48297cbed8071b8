// Main waits for the thread that has a pointer to a variable of its block.
// expect: assertion 8 contexts 0 preemptions 0
#include <assert.h>
#include <pthread.h>

static void *reads(void *argument) {
	int value = *(int *)argument;
	assert(value == 2);
	return NULL;
}

int main(void) {
	pthread_t t;
	{
		int own = 1;
		pthread_create(&t, NULL, reads, &own);
		pthread_join(t, NULL);
	}
}
