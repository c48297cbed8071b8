/* Functions that sleep: cancellation points, and so points at which other threads may run.  No
 * signal arrives, so none of them ends early. */
#include "thread.h"

void pthread_testcancel(void);

int __model_is_moment(const struct moment *m) {
	return m->nanoseconds >= 0 && m->nanoseconds < 1000000000;
}

unsigned sleep(unsigned seconds) {
	(void)seconds;
	pthread_testcancel();
	return 0;
}

int usleep(unsigned microseconds) {
	(void)microseconds;
	pthread_testcancel();
	return 0;
}

static int sleep_for(const struct moment *wanted) {
	pthread_testcancel();
	return wanted->seconds >= 0 && __model_is_moment(wanted) ? 0 : EINVAL;
}

int nanosleep(const struct moment *wanted, struct moment *left) {
	(void)left;
	int error = sleep_for(wanted);
	if (error == 0)
		return 0;
	*__errno_location() = error;
	return -1;
}

int clock_nanosleep(int clock, int flags, const struct moment *wanted, struct moment *left) {
	(void)clock, (void)flags, (void)left;
	return sleep_for(wanted);
}

int thrd_sleep(const struct moment *wanted, struct moment *left) {
	(void)left;
	return sleep_for(wanted) == 0 ? 0 : -2;
}

int pause(void) {
	__mc_unsupported("pause: signals");
	return -1;
}
