/* A driver counts the calls that are under way, and one for itself; when it stops and the last of
 * them ends, the device is removed.  BUG: a call looks whether the driver stops, then it counts. */
#include "any.h"

static atomic_uint pending = 1;
static atomic_bool stopping, idle, removed;

static bool __VERIFIER_atomic_count(void) {
	if (pending == LAST)
		return false;
	pending++;
	return true;
}

static void leave(void) {
	if (atomic_fetch_sub(&pending, 1) == 1)
		idle = true;
}

static bool enter(void) {
#ifdef BUG
	bool stops = stopping;
	if (!__VERIFIER_atomic_count())
		return false;
#else
	if (!__VERIFIER_atomic_count())
		return false;
	bool stops = stopping;
#endif
	if (stops)
		leave();
	return !stops;
}

static void *call(void *arg) {
	if (enter()) {
		assert(!removed);
		leave();
	}
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, call, NULL);
	stopping = true;
	leave();
	while (!idle)
		;
	removed = true;
	pthread_exit(NULL);
}
