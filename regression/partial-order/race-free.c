/* Two threads free the same block, at the same time or one after the other. */
#include <pthread.h>
#include <stdlib.h>

static void *release(void *block) {
	free(block);
	return NULL;
}

int main(void) {
	pthread_t t;
	int *block = malloc(sizeof *block);
	pthread_create(&t, NULL, release, block);
	if (JOINS_FIRST)
		pthread_join(t, NULL);
	free(block);
	if (!JOINS_FIRST)
		pthread_join(t, NULL);
	return 0;
}
