/* So does a lock that the program builds from an atomic variable.  BUG: it is given back before the
 * last access. */
#include "any.h"

static atomic_bool taken;
static unsigned n;

static void *worker(void *arg) {
	while (atomic_exchange(&taken, true))
		;
	unsigned seen = n;
#ifdef BUG
	taken = false;
	n = seen + 1;
#else
	n = seen + 1;
	taken = false;
#endif
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
