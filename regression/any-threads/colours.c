/* Each thread takes a colour that nobody else has, of two.  BUG: of three, so that three threads
 * together, but no two of them, violate the assertion. */
#include "any.h"

#ifdef BUG
#define COLOURS 3
#else
#define COLOURS 2
#endif

static atomic_bool red, green, blue;

static void *worker(void *arg) {
	unsigned colour = __VERIFIER_nondet_uint() % COLOURS;
	atomic_bool *mine = colour == 0 ? &red : colour == 1 ? &green : &blue;
	if (atomic_exchange(mine, true))
		return arg;
	assert(!(red && green && blue));
	*mine = false;
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
