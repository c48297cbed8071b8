/* A read-write lock in one number: how many readers there are, or -1 for a writer.  BUG: a writer
 * does not mind one reader. */
#include "any.h"

#ifdef BUG
#define FREE 1
#else
#define FREE 0
#endif

static atomic_int state;
static int data;

static void *reader(void *arg) {
	int seen = state;
	do
		if (seen < 0 || seen == INT_MAX)
			return arg;
	while (!atomic_compare_exchange_strong(&state, &seen, seen + 1));
	int before = data;
	assert(before == data);
	atomic_fetch_sub(&state, 1);
	return arg;
}

static void *writer(void *arg) {
	int expected = FREE;
	if (!atomic_compare_exchange_strong(&state, &expected, -1))
		return arg;
	data = !data;
	state = 0;
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, reader, NULL);
		else
			pthread_create(&t, NULL, writer, NULL);
}
