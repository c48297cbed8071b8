/* Only a thread that finds itself to be the only one that has come goes on for ever; its own number
 * and the shared one agree.  BUG: it goes on if there are two. */
#include "any.h"

#ifdef BUG
#define FEW 2
#else
#define FEW 1
#endif

static atomic_uint arrived;
static unsigned steps;

static bool __VERIFIER_atomic_arrive(void) {
	if (arrived == LAST)
		return false;
	arrived++;
	return true;
}

static void *worker(void *arg) {
	unsigned mine = 0;
	if (!__VERIFIER_atomic_arrive() || arrived != FEW)
		return arg;
	for (;;) {
		steps = steps + 1;
		mine = mine + 1;
		assert(steps == mine);
	}
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
