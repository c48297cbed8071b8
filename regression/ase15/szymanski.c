/* Szymanski's algorithm for mutual exclusion, with two threads.  A flag: 0, not interested; 1,
 * wants to enter; 2, waits for others to come through the door; 3, in the doorway; 4, beyond the
 * door, which is closed.  The bug: a thread does not wait for those with lower numbers that have
 * come through the door as well. */
#include <assert.h>
#include <pthread.h>

static int flag[2];
static int inside = 0; /* written in the critical section only */

static void *enter(void *arg) {
	int me = (int)(long)arg, other = 1 - me;
	flag[me] = 1;
	while (flag[other] >= 3)
		;
	flag[me] = 3;
	if (flag[other] == 1) {
		flag[me] = 2;
		while (flag[other] != 4)
			;
	}
	flag[me] = 4;
#ifndef BUG
	while (me > other && flag[other] >= 2)
		;
#endif
	inside = me;
	assert(inside == me);
	while (me < other && (flag[other] == 2 || flag[other] == 3))
		;
	flag[me] = 0;
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
