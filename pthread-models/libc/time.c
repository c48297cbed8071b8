/* Clocks show any time. */
#include "../mc.h"

int *__errno_location(void);

struct timespec {
	long tv_sec, tv_nsec;
};

struct timeval {
	long tv_sec, tv_usec;
};

long time(long *result) {
	long now = __mc_nondet_long();
	__mc_assume(now >= 0);
	if (result != NULL)
		*result = now;
	return now;
}

long clock(void) {
	long ticks = __mc_nondet_long();
	__mc_assume(ticks >= -1);
	return ticks;
}

double difftime(long late, long early) {
	return (double)late - (double)early;
}

/* Linux has the clocks 0 to 11 without 10.  Negative numbers are clocks of threads, processes and
 * devices, which may or may not exist, as those do that wake the machine (8, 9). */
static int is_clock(int which) {
	if (which >= 0 && which < 12 && which != 8 && which != 9)
		return which != 10;
	return which < 12 && __mc_nondet_bool();
}

int clock_gettime(int which, struct timespec *now) {
	if (!is_clock(which)) {
		*__errno_location() = 22; /* EINVAL */
		return -1;
	}
	now->tv_sec = __mc_nondet_long();
	now->tv_nsec = __mc_nondet_long();
	__mc_assume(now->tv_sec >= 0 && now->tv_nsec >= 0 && now->tv_nsec < 1000000000);
	return 0;
}

int gettimeofday(struct timeval *now, void *zone) {
	(void)zone;
	now->tv_sec = __mc_nondet_long();
	now->tv_usec = __mc_nondet_long();
	__mc_assume(now->tv_sec >= 0 && now->tv_usec >= 0 && now->tv_usec < 1000000);
	return 0;
}
