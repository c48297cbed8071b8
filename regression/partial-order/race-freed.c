/* main frees a block that a thread stores into, before or after it joins the thread. */
#include <pthread.h>
#include <stdlib.h>

static void *store(void *block) {
	*(int *)block = 1;
	return block;
}

int main(void) {
	pthread_t t;
	int *block = malloc(sizeof *block);
	pthread_create(&t, NULL, store, block);
	if (JOINS_FIRST)
		pthread_join(t, NULL);
	free(block);
	if (!JOINS_FIRST)
		pthread_join(t, NULL);
	return 0;
}
