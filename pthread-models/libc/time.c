/* Clocks show any time. */
#include "../mc.h"

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

int clock_gettime(int which, struct timespec *now) {
	(void)which;
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
