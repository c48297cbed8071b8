/* A test-and-test-and-set lock, used again and again.  BUG: the second test is not there. */
#include "any.h"

static atomic_bool taken;
static bool busy;

static void acquire(void) {
	for (;;) {
		while (taken)
			;
#ifdef BUG
		taken = true;
		return;
#else
		if (!atomic_exchange(&taken, true))
			return;
#endif
	}
}

static void *worker(void *arg) {
	while (__VERIFIER_nondet_bool()) {
		acquire();
		assert(!busy);
		busy = true;
		busy = false;
		taken = false;
	}
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
