/* Lamport's bakery for two threads with tickets up to 3: whoever sees the last one waits until it
 * is given back.  BUG: the tickets begin anew instead. */
#include "any.h"

enum { LARGEST = 3 };
static atomic_int ticket[2];
static atomic_bool chooses[2];
static int inside;

static bool is_before(int other, int me) {
	int theirs = ticket[other];
	return theirs != 0 && (theirs < ticket[me] || (theirs == ticket[me] && other < me));
}

static void *worker(void *arg) {
	int me = arg ? 1 : 0, other = 1 - me;
	for (;;) {
		chooses[me] = true;
		int seen = ticket[other];
#ifdef BUG
		seen %= LARGEST;
#endif
		if (seen < LARGEST)
			ticket[me] = seen + 1;
		chooses[me] = false;
		if (seen == LARGEST)
			continue;
		while (chooses[other])
			;
		while (is_before(other, me))
			;
		inside++;
		assert(inside == 1);
		inside--;
		ticket[me] = 0;
	}
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, worker, NULL);
	pthread_create(&t, NULL, worker, &t);
	pthread_join(s, NULL);
}
