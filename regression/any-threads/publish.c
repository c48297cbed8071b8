/* One thread publishes a value by a flag, any number read it.  BUG: the flag is set first. */
#include "any.h"

static atomic_bool ready;
static unsigned value, twice;

static void *reader(void *arg) {
	if (ready)
		assert(twice == 2 * value);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, reader, NULL);
#ifdef BUG
	ready = true;
#endif
	value = __VERIFIER_nondet_uint();
	twice = 2 * value;
	ready = true;
	pthread_exit(NULL);
}
