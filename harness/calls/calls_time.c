/* harness/calls/calls_time.c -- functions that sleep or yield.  They take no time: when the thread
 * goes on is what the schedule says. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "harness/calls.h"
#include "harness/calls/calls_locks.h"
#include "harness/cancel.h"
#include "harness/library.h"
#include "harness/turns.h"

enum { SHORT = 1000000 }; /* nanoseconds: others run in this time, where no schedule is followed */

/* Returns without turns.lock. */
static void pass(const char *name, const void *caller, bool is_point) {
	calls_enter(name, caller);
	calls_effect();
	if (is_point)
		cancel_point();
	bool follows = calls_follows();
	calls_leave();
	struct timespec time = {.tv_nsec = SHORT};
	if (!follows)
		REAL(nanosleep)(&time, NULL);
}

static bool is_duration(const struct timespec *time) {
	return time->tv_sec >= 0 && locks_is_time(time);
}

int sched_yield(void) {
	if (!calls_is_own(CALLER))
		return REAL(sched_yield)();
	pass("sched_yield", CALLER, false);
	return 0;
}

void thrd_yield(void) {
	if (calls_is_own(CALLER))
		pass("thrd_yield", CALLER, false);
	else
		REAL(thrd_yield)();
}

unsigned sleep(unsigned seconds) {
	if (!calls_is_own(CALLER))
		return REAL(sleep)(seconds);
	pass("sleep", CALLER, true);
	return 0;
}

int usleep(useconds_t time) {
	if (!calls_is_own(CALLER))
		return REAL(usleep)(time);
	pass("usleep", CALLER, true);
	return 0;
}

int nanosleep(const struct timespec *time, struct timespec *left) {
	if (!calls_is_own(CALLER))
		return REAL(nanosleep)(time, left);
	pass("nanosleep", CALLER, true);
	if (is_duration(time))
		return 0;
	errno = EINVAL;
	return -1;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                    struct timespec *left) {
	if (!calls_is_own(CALLER))
		return REAL(clock_nanosleep)(clock, flags, time, left);
	pass("clock_nanosleep", CALLER, true);
	return is_duration(time) ? 0 : EINVAL;
}

int thrd_sleep(const struct timespec *time, struct timespec *left) {
	if (!calls_is_own(CALLER))
		return REAL(thrd_sleep)(time, left);
	pass("thrd_sleep", CALLER, true);
	return is_duration(time) ? 0 : -2;
}
