/* Cause: main frees the block (17) while T1 still uses it (8); nothing makes main wait. */
#include <pthread.h>
#include <stdlib.h>

static _Atomic int started;

static void *work(void *p) {
	*(int *)p = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	int *block = malloc(sizeof *block);
	pthread_create(&t, NULL, work, block);
	started = 1;
	free(block);
	pthread_join(t, NULL);
	return 0;
}
