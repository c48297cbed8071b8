/* Dekker's algorithm for mutual exclusion of two threads. */
#include <assert.h>
#include <pthread.h>

static int wants[2];
static int turn = 0;
static int inside = 0; /* written in the critical section only */

static void *enter(void *arg) {
	int me = (int)(long)arg, other = 1 - me;
#ifndef BUG
	wants[me] = 1;
#endif
	while (wants[other])
		if (turn != me) {
			wants[me] = 0;
			while (turn != me)
				;
			wants[me] = 1;
		}
	inside = me;
	assert(inside == me);
	turn = other;
	wants[me] = 0;
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	pthread_create(&t1, NULL, enter, (void *)0);
	pthread_create(&t2, NULL, enter, (void *)1);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
