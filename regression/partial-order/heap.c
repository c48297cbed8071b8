/* A thread publishes a block that it allocates; main frees it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *published;

static void *produce(void *unused) {
	int *block = malloc(sizeof *block);
	*block = 1;
	published = block;
	if (LATE)
		*block = 2;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, produce, NULL);
	int *block = published;
	if (block) {
		assert(*block == 1 || *block == 2);
		free(block);
	}
	pthread_join(t, NULL);
	return 0;
}
