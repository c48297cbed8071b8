/* A lock that is an atomic_flag.  BUG: a thread that gives up waiting clears the flag as well. */
#include "any.h"

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int inside;

static void *worker(void *arg) {
	while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
		if (__VERIFIER_nondet_bool()) {
#ifdef BUG
			atomic_flag_clear(&taken);
#endif
			return arg;
		}
	inside++;
	assert(inside == 1);
	inside--;
	atomic_flag_clear_explicit(&taken, memory_order_release);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
