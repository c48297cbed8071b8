/* A thread allocates a node and frees the one before in each round, until it is stopped; BUG: it is
 * not.  The states recur up to the names of the nodes. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop;

static void *worker(void *unused) {
	int *node = malloc(sizeof *node);
	*node = 1;
	while (!stop) {
		int *fresh = malloc(sizeof *fresh);
		*fresh = *node;
		free(node);
		node = fresh;
	}
	free(node);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
#ifndef BUG
	stop = 1;
#endif
	pthread_join(t, 0);
	return 0;
}
