/* The queue lock of mcs.c for two threads that come again and again; nodes are the numbers 1 and 2
 * of static variables.  BUG: a thread does not raise its flag before it joins the queue. */
#include "any.h"

static atomic_int tail, next[3];
static atomic_bool wait[3];
static int inside;

static void acquire(int me) {
	next[me] = 0;
#ifndef BUG
	wait[me] = true;
#endif
	int before = atomic_exchange(&tail, me);
	if (before) {
		next[before] = me;
		while (wait[me])
			;
	}
}

static void release(int me) {
	int expected = me;
	if (next[me] || !atomic_compare_exchange_strong(&tail, &expected, 0)) {
		while (!next[me])
			;
		wait[next[me]] = false;
	}
}

static void *worker(void *arg) {
	int me = arg ? 2 : 1;
	for (;;) {
		acquire(me);
		inside++;
		assert(inside == 1);
		inside--;
		release(me);
	}
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, &b);
	pthread_join(a, NULL);
}
