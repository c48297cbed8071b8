/* No path leads to the end of main, but its thread ends, and its variable with it. */
#include <pthread.h>
#include <stddef.h>

_Atomic int has_read;
int seen;

static void *reads(void *argument) {
	int *lent = argument;
#ifdef FIRST
	seen = *lent;
#endif
	has_read = 1;
#ifndef FIRST
	seen = *lent;
#endif
	return NULL;
}

int main(void) {
	pthread_t t;
	int own = 2;
	pthread_create(&t, NULL, reads, &own);
	for (;;)
		if (has_read)
			pthread_exit(NULL);
}
