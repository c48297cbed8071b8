/* Each thread allocates a block, which no other one uses.  BUG: all of them use the first one. */
#include "any.h"

static int *_Atomic first;

static void *worker(void *arg) {
	int *block = malloc(sizeof *block), *none = NULL;
	if (!atomic_compare_exchange_strong(&first, &none, block)) {
#ifdef BUG
		free(block);
		block = first;
#endif
	}
	*block = 1;
	*block += 1;
	assert(*block == 2);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
