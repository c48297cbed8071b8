/* Timers that send SIGALRM and its kin.  Time is not modelled: their signals come as if from
 * outside, at any time, and only if there is a handler. */
#include "../../threads/thread.h"

struct interval { /* struct itimerval: how often, when next */
	struct {
		long seconds, microseconds;
	} often, next;
};

static long any_below(long end) {
	long n = __mc_nondet_long();
	__mc_assume(n >= 0 && n < end);
	return n;
}

static void any_interval(struct interval *i) {
	i->often.seconds = any_below(__LONG_MAX__);
	i->often.microseconds = any_below(1000000);
	i->next.seconds = any_below(__LONG_MAX__);
	i->next.microseconds = any_below(1000000);
}

unsigned alarm(unsigned seconds) {
	(void)seconds;
	(void)__mc_option("signals");
	return __mc_nondet_uint();
}

unsigned ualarm(unsigned microseconds, unsigned interval) {
	(void)microseconds, (void)interval;
	(void)__mc_option("signals");
	return __mc_nondet_uint();
}

int getitimer(int which, struct interval *now) {
	if (which < 0 || which > 2) {
		*__errno_location() = EINVAL;
		return -1;
	}
	__mc_assert(__mc_writable(now, sizeof *now), "pointer",
	            "getitimer writes outside of an object");
	any_interval(now);
	return 0;
}

int setitimer(int which, const struct interval *new, struct interval *old) {
	(void)__mc_option("signals");
	int is_valid = which >= 0 && which <= 2;
	if (new != NULL) {
		struct interval wanted = *new;
		is_valid &= wanted.often.microseconds >= 0 && wanted.often.microseconds < 1000000 &&
		            wanted.next.microseconds >= 0 && wanted.next.microseconds < 1000000;
	}
	if (!is_valid) {
		*__errno_location() = EINVAL;
		return -1;
	}
	if (old != NULL) {
		__mc_assert(__mc_writable(old, sizeof *old), "pointer",
		            "setitimer writes outside of an object");
		any_interval(old);
	}
	return 0;
}
