/* Peterson's algorithm for mutual exclusion of two threads that enter ROUNDS times each.  The bug:
 * a thread gives way before it says that it wants to enter. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

static int wants[2];
static int turn = 0;
static int inside = 0; /* written in the critical section only */

static void *enter(void *arg) {
	int me = (int)(long)arg, other = 1 - me;
	for (int k = 0; k < ROUNDS; k++) {
#ifdef BUG
		turn = other, wants[me] = 1;
#else
		wants[me] = 1, turn = other;
#endif
		while (wants[other] && turn == other)
			;
		inside = me;
		assert(inside == me);
		wants[me] = 0;
	}
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
