// A thread has a pointer to a variable of main, whose block may end first.
// expect: pointer 8 contexts 0 preemptions 0
// expect: assertion 9 contexts 1 preemptions 1
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
	}
	pthread_join(t, NULL);
}
