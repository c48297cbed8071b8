/* A lock that spins, compared with itself: a call that spins for ever cannot happen now. */
#include "spin.h"
#include <stdatomic.h>

static atomic_int held;

void spin_lock(void) {
#ifdef TWO_STEPS
	while (held)
		;
	held = 1;
#else
	while (atomic_exchange(&held, 1))
		;
#endif
}

void spin_unlock(void) {
	held = 0;
}
