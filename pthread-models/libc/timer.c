/* Timers that send SIGALRM and its kin.  Time is not modelled: their signals come as if from
 * outside, at any time, and only if there is a handler. */
#include "../thread.h"

struct interval { /* struct itimerval */
	long seconds[2], microseconds[2];
};

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

int setitimer(int which, const struct interval *new, struct interval *old) {
	(void)__mc_option("signals");
	if (which < 0 || which > 2) {
		*__errno_location() = EINVAL;
		return -1;
	}
	if (new != NULL)
		__mc_assert(__mc_readable(new, sizeof *new), "pointer",
		            "setitimer reads outside of an object");
	if (old != NULL) {
		__mc_assert(__mc_writable(old, sizeof *old), "pointer",
		            "setitimer writes outside of an object");
		__mc_havoc(old, sizeof *old);
	}
	return 0;
}
