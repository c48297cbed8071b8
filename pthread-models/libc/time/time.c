/* Clocks show any time; those that nobody sets never go back. */
#include "../../mc.h"

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

/* Threads that look at a clock one after the other see it go on. */
void __model_go_on(long *high, long *low, long latest[2]) {
	__mc_atomic_begin();
	int goes_back = (*high < latest[0]) | ((*high == latest[0]) & (*low < latest[1]));
	latest[0] = goes_back ? latest[0] : *high;
	latest[1] = goes_back ? latest[1] : *low;
	*high = latest[0];
	*low = latest[1];
	__mc_atomic_end();
}

static long processor_ticks[2];

long clock(void) {
	if (__mc_option("environment-open") && __mc_nondet_bool())
		return -1;
	long ticks = __mc_nondet_long(), none = 0;
	__mc_assume(ticks >= 0);
	__model_go_on(&ticks, &none, processor_ticks);
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

enum { THREAD_TIME = 3, CLOCKS = 12 };

/* What a clock has shown last.  CLOCK_REALTIME, CLOCK_TAI and their kin may be set to an earlier
 * time.  Of clocks with negative numbers, and of one clock beside another, nothing is known. */
static long clock_latest[CLOCKS][2];
static _Thread_local long thread_clock_latest[2];

static int is_steady(int which) {
	return which >= 0 && which < CLOCKS && which != 0 && which != 5 && which != 8 && which != 11;
}

int clock_gettime(int which, struct timespec *now) {
	if (!is_clock(which)) {
		*__errno_location() = 22; /* EINVAL */
		return -1;
	}
	long seconds = __mc_nondet_long(), nanoseconds = __mc_nondet_long();
	__mc_assume(IS_TIME(seconds) && nanoseconds >= 0 && nanoseconds < 1000000000);
	if (which == THREAD_TIME)
		__model_go_on(&seconds, &nanoseconds, thread_clock_latest);
	else if (is_steady(which))
		__model_go_on(&seconds, &nanoseconds, clock_latest[which]);
	now->tv_sec = seconds;
	now->tv_nsec = nanoseconds;
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
