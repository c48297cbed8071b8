/* Lamport's bakery for three threads with arrays.  BUG: equal tickets enter together. */
#include "any.h"

enum { SLOTS = 3 };
static atomic_uint ticket[SLOTS];
static atomic_bool chooses[SLOTS];
static int inside;

static void choose(unsigned me) {
	unsigned max = 0;
	chooses[me] = true;
	for (unsigned i = 0; i < SLOTS; i++) {
		unsigned seen = ticket[i];
		if (seen > max)
			max = seen;
	}
	if (max == UINT_MAX)
		pthread_exit(NULL);
	ticket[me] = max + 1;
	chooses[me] = false;
}

static bool is_before(unsigned other, unsigned me) {
	unsigned theirs = ticket[other], mine = ticket[me];
#ifdef BUG
	return theirs != 0 && theirs < mine;
#else
	return theirs != 0 && (theirs < mine || (theirs == mine && other < me));
#endif
}

static void *worker(void *arg) {
	unsigned me = *(unsigned *)arg;
	choose(me);
	for (unsigned i = 0; i < SLOTS; i++) {
		while (chooses[i])
			;
		while (is_before(i, me))
			;
	}
	inside++;
	assert(inside == 1);
	inside--;
	ticket[me] = 0;
	return NULL;
}

int main(void) {
	static unsigned number[SLOTS] = {0, 1, 2};
	pthread_t t;
	for (unsigned i = 0; i < SLOTS; i++)
		pthread_create(&t, NULL, worker, &number[i]);
}
