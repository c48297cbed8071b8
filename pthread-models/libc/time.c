/* Clocks show any time. */
#include "../mc.h"

int *__errno_location(void);

struct timespec {
	long tv_sec, tv_nsec;
};

struct timeval {
	long tv_sec, tv_usec;
};

/* Linux counts nanoseconds in 63 bits: its clocks stop in 2262. */
#define IS_TIME(seconds) ((seconds) >= 0 && (long long)(seconds) <= 9223372036LL)

long time(long *result) {
	long now = __mc_nondet_long();
	__mc_assume(IS_TIME(now));
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
	__mc_assume(IS_TIME(now->tv_sec) && now->tv_nsec >= 0 && now->tv_nsec < 1000000000);
	return 0;
}

int clock_getres(int which, struct timespec *step) {
	if (!is_clock(which)) {
		*__errno_location() = 22; /* EINVAL */
		return -1;
	}
	if (step != NULL) {
		long nanoseconds = __mc_nondet_long();
		__mc_assume(nanoseconds >= 1 && nanoseconds < 1000000000);
		step->tv_sec = 0;
		step->tv_nsec = nanoseconds;
	}
	return 0;
}

/* Only CLOCK_REALTIME can be set, and only by the superuser. */
static int set_clock(int is_valid) {
	enum { NO_PERMISSION = 1, INVALID = 22 };
	if (is_valid && !(__mc_option("environment-open") && __mc_nondet_bool()))
		return 0;
	*__errno_location() = is_valid ? NO_PERMISSION : INVALID;
	return -1;
}

int clock_settime(int which, const struct timespec *now) {
	long nanoseconds = now->tv_nsec;
	return set_clock(which == 0 && now->tv_sec >= 0 && nanoseconds >= 0 &&
	                 nanoseconds < 1000000000);
}

int settimeofday(const struct timeval *now, const void *zone) {
	(void)zone;
	return set_clock(now == NULL ||
	                 (now->tv_sec >= 0 && now->tv_usec >= 0 && now->tv_usec < 1000000));
}

int stime(const long *now) {
	return set_clock(*now >= 0);
}

int gettimeofday(struct timeval *now, void *zone) {
	(void)zone;
	now->tv_sec = __mc_nondet_long();
	now->tv_usec = __mc_nondet_long();
	__mc_assume(IS_TIME(now->tv_sec) && now->tv_usec >= 0 && now->tv_usec < 1000000);
	return 0;
}
