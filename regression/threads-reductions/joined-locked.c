/* main joins threads in a loop while it holds a lock: the one that waits for the lock must be the
 * first in the array for a deadlock, since the other never ends.  So the order of the identifiers
 * counts. */
#include <pthread.h>

#ifndef WAITS
#define WAITS 0
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int came;
volatile int stop;

static void *run(void *none)
{
	pthread_mutex_lock(&n);
	int mine = came++;
	pthread_mutex_unlock(&n);
	if (mine == WAITS) {
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
	} else
		while (!stop)
			;
	return none;
}

int main(void)
{
	pthread_t id[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, run, NULL);
	pthread_mutex_lock(&m);
	BEFORE;
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	AFTER;
	return 0;
}
