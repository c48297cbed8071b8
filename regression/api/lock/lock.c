/* A spin lock without an object. */
#include "lock.h"
#include <stdatomic.h>

static atomic_int held;

void lock_acquire(void) {
	while (atomic_exchange(&held, 1))
		;
}

void lock_release(void) {
	held = 0;
}

_Bool lock_try(void) {
#ifdef TWO_STEPS
	if (held)
		return 0;
	held = 1;
	return 1;
#else
	return !atomic_exchange(&held, 1);
#endif
}
