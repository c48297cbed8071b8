/* A thread reads a variable of a block of main: the block ends before the thread, or waits for it. */
#include <assert.h>
#include <pthread.h>

static void *reads(void *argument) {
	assert(*(int *)argument == 1);
	return NULL;
}

int main(void) {
	pthread_t t;
	{
		int own = 1;
		pthread_create(&t, NULL, reads, &own);
#ifdef WAIT
		pthread_join(t, NULL);
#endif
	}
	pthread_exit(NULL);
}
