/* Peterson's algorithm as one function, which gets the number of its thread.  BUG: a thread gives
 * itself precedence, not the other one. */
#include "any.h"

static atomic_bool wants[2];
static atomic_int turn;
static bool busy;

static void *worker(void *arg) {
	int me = arg ? 1 : 0, other = 1 - me;
	for (;;) {
		wants[me] = true;
#ifdef BUG
		turn = me;
#else
		turn = other;
#endif
		while (wants[other] && turn == other)
			;
		assert(!busy);
		busy = true;
		busy = false;
		wants[me] = false;
	}
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, worker, NULL);
	pthread_create(&t, NULL, worker, &t);
	pthread_join(s, NULL);
}
