/* Functions that sleep: cancellation points, and so points at which other threads may run.  A
 * handler of a signal ends them early. */
#include "signal.h"

void pthread_testcancel(void);

/* Both fields are read, which is an access for races. */
int __model_is_moment(const struct moment *m) {
	long seconds = m->seconds;
	(void)seconds;
	return m->nanoseconds >= 0 && m->nanoseconds < 1000000000;
}

/* 0, or EINTR. */
static int sleep_through(void) {
	if (!__model_handles_signals) {
		pthread_testcancel();
		return 0;
	}
	int me = __model_signal_self();
	__mc_atomic_begin();
	__model_awaits_handler[me] = AWAITS_ANY;
	__mc_atomic_end();
	pthread_testcancel();
	__mc_atomic_begin();
	int error = __model_awaits_handler[me] == 0 ? EINTR : 0;
	__model_awaits_handler[me] = 0;
	__mc_atomic_end();
	return error;
}

unsigned sleep(unsigned seconds) {
	if (sleep_through() == 0 || seconds == 0)
		return 0;
	unsigned left = __mc_nondet_uint();
	__mc_assume(left <= seconds);
	return left;
}

int usleep(unsigned microseconds) {
	(void)microseconds;
	int error = sleep_through();
	if (error == 0)
		return 0;
	*__errno_location() = error;
	return -1;
}

static int sleep_for(const struct moment *wanted, struct moment *left) {
	if (wanted->seconds < 0 || !__model_is_moment(wanted)) {
		pthread_testcancel();
		return EINVAL;
	}
	int error = sleep_through();
	if (error != 0 && left != NULL) {
		left->seconds = __mc_nondet_long();
		left->nanoseconds = __mc_nondet_long();
		__mc_assume(left->seconds >= 0 && left->seconds <= wanted->seconds &&
		            __model_is_moment(left));
	}
	return error;
}

int nanosleep(const struct moment *wanted, struct moment *left) {
	int error = sleep_for(wanted, left);
	if (error == 0)
		return 0;
	*__errno_location() = error;
	return -1;
}

/* Why one cannot sleep by a clock; 0: one can.  Those of other processes and of devices have
 * negative numbers. */
static int refuses_sleep(int clock) {
	enum { THREAD_TIME = 3, MONOTONIC_COARSE = 6, BOOTTIME_ALARM = 9, TAI = 11 };
	if (clock == THREAD_TIME || clock > TAI || clock == TAI - 1)
		return EINVAL;
	if (clock > THREAD_TIME && clock <= MONOTONIC_COARSE)
		return ENOTSUP;
	if (clock < 0 && __mc_nondet_bool())
		return EINVAL;
	if ((clock == BOOTTIME_ALARM || clock == BOOTTIME_ALARM - 1) && __mc_nondet_bool())
		return EPERM;
	return 0;
}

int clock_nanosleep(int clock, int flags, const struct moment *wanted, struct moment *left) {
	int refused = refuses_sleep(clock);
	if (refused != 0)
		return refused;
	return sleep_for(wanted, flags == 0 ? left : NULL);
}

int thrd_sleep(const struct moment *wanted, struct moment *left) {
	int error = sleep_for(wanted, left);
	return error == 0 ? 0 : error == EINTR ? -1 : -2;
}
