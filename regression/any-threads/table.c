/* A table with an entry for each connection, under a lock, as servers have one: a thread takes a
 * free entry, uses it and frees it.  BUG: it is taken without looking whether it is free. */
#include "any.h"

enum { SIZE = 32, FREE = 0, OPEN = 1, BUSY = 2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned state[SIZE]; /* protected by m */

static void *connection(void *arg) {
	unsigned i = __VERIFIER_nondet_uint();
	if (i >= SIZE)
		return arg;
	pthread_mutex_lock(&m);
#ifdef BUG
	bool mine = true;
#else
	bool mine = state[i] == FREE;
#endif
	if (mine)
		state[i] = OPEN;
	pthread_mutex_unlock(&m);
	if (!mine)
		return arg;
	pthread_mutex_lock(&m);
	assert(state[i] == OPEN);
	state[i] = BUSY;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	assert(state[i] == BUSY);
	state[i] = FREE;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, connection, NULL);
}
