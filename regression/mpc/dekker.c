/* Dekker's algorithm for two threads.  An input says whether a thread enters the critical section
 * at all; together they make ATTEMPTS attempts, looks at what the other does, before they give up.
 * With BUG, a thread whose turn it is does not wait for the other to leave. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef ATTEMPTS
#define ATTEMPTS 20
#endif
#define EACH (ATTEMPTS / 2)

int __VERIFIER_nondet_int(void);

static int wants[2];
static int turn;
static int inside; /* written in the critical section only */

static bool enter(int me, int other) {
	int attempts = 0;
	wants[me] = 1;
	while (wants[other]) {
		if (++attempts > EACH)
			return false;
		if (turn == me)
#ifdef BUG
			return true;
#else
			continue;
#endif
		wants[me] = 0;
		while (turn != me)
			if (++attempts > EACH)
				return false;
		wants[me] = 1;
	}
	return true;
}

static void leave(int me, int other) {
	turn = other;
	wants[me] = 0;
}

static void *run(void *arg) {
	int me = (int)(long)arg, other = 1 - me;
	if (__VERIFIER_nondet_int() > 0) {
		if (enter(me, other)) {
			inside = me;
			assert(inside == me);
			leave(me, other);
		} else {
			wants[me] = 0;
		}
	}
	return NULL;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, run, (void *)0);
	pthread_create(&t, NULL, run, (void *)1);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
