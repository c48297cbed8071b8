/* timerfd: a timer that runs may expire at any time. */
#include "special.h"

enum { TIMER_OFF, TIMER_RUNS, TIMER_EXPIRED }; /* f->in->end */
enum { TIMER_ABSOLUTE = 1, TIMER_CANCELLED_BY_SET = 2 };

struct timer { /* struct file.object */
	struct moment interval;
	int may_be_cancelled; /* by a change of the clock */
};

struct timer_setting { /* struct itimerspec */
	struct moment interval, value;
};

/* Clocks that such timers may have. */
static int is_timer_clock(int clock) {
	enum { REALTIME = 0, MONOTONIC = 1, BOOTTIME = 7, REALTIME_ALARM = 8, BOOTTIME_ALARM = 9 };
	return clock == REALTIME || clock == MONOTONIC || clock == BOOTTIME ||
	       clock == REALTIME_ALARM || clock == BOOTTIME_ALARM;
}

int timerfd_create(int clock, int flags) {
	if (!is_timer_clock(clock) || (flags & ~(OPEN_NONBLOCK | OPEN_CLOEXEC)) != 0)
		return ERROR(EINVAL);
	if (clock >= 8 && FAILS())
		return ERROR(EPERM);
	if (FAILS())
		return ERROR(EMFILE, ENFILE, ENODEV, ENOMEM);
	struct timer *t = __mc_alloc(sizeof *t, __mc_internal);
	t->interval = (struct moment){0, 0};
	t->may_be_cancelled = 0;
	return __model_add_special(FILE_TIMER, flags, t);
}

static int is_periodic(const struct timer *t) {
	return t->interval.seconds != 0 || t->interval.nanoseconds != 0;
}

/* In an atomic section: the time until it expires, which nobody remembers, and its interval, which
 * stays when it is stopped. */
static struct timer_setting any_setting(const struct file *f) {
	const struct timer *t = f->object;
	struct timer_setting s = {t->interval, {0, 0}};
	if (IS_EMPTY(f->in))
		return s;
	s.value.seconds = __mc_nondet_long();
	s.value.nanoseconds = __mc_nondet_long();
	__mc_assume(s.value.seconds >= 0 && __model_is_moment(&s.value));
	return s;
}

static int is_no_time(const struct moment *m) {
	return m->seconds < 0 || !__model_is_moment(m);
}

int timerfd_settime(int fd, int flags, const struct timer_setting *new, struct timer_setting *old) {
	NEED_READABLE(new, sizeof *new, "timerfd_settime");
	struct timer_setting wanted = *new;
	if ((flags & ~(TIMER_ABSOLUTE | TIMER_CANCELLED_BY_SET)) != 0 || is_no_time(&wanted.value) ||
	    is_no_time(&wanted.interval))
		return ERROR(EINVAL);
	struct file *f = __model_find_special(fd, FILE_TIMER);
	if (f == NULL)
		return -1;
	__mc_atomic_begin();
	struct timer *t = f->object;
	struct timer_setting before = any_setting(f);
	t->interval = wanted.interval;
	t->may_be_cancelled = (flags & TIMER_CANCELLED_BY_SET) != 0;
	int runs = wanted.value.seconds != 0 || wanted.value.nanoseconds != 0;
	f->in->end = runs ? TIMER_RUNS : TIMER_OFF;
	__mc_atomic_end();
	if (old != NULL) {
		NEED_WRITABLE(old, sizeof *old, "timerfd_settime");
		*old = before;
	}
	return 0;
}

int timerfd_gettime(int fd, struct timer_setting *now) {
	struct file *f = __model_find_special(fd, FILE_TIMER);
	if (f == NULL)
		return -1;
	NEED_WRITABLE(now, sizeof *now, "timerfd_gettime");
	__mc_atomic_begin();
	struct timer_setting setting = any_setting(f);
	__mc_atomic_end();
	*now = setting;
	return 0;
}

int __model_timer_events(const struct file *f, int *may) {
	if (f->in->end == TIMER_RUNS)
		*may = EVENTS_IN;
	return f->in->end == TIMER_EXPIRED ? EVENTS_IN : 0;
}

void __model_timer_expires(const struct file *f) {
	f->in->end = TIMER_EXPIRED;
}

/* A timer that expires once does not run any more afterwards.  One that does not run may be set by
 * another thread. */
ssize_t __model_timer_read(struct file *f, void *to, size_t n) {
	struct thread *self = __model_self();
	struct timer *t = f->object;
	unsigned long long value = 1;
	int waits = (f->flags & OPEN_NONBLOCK) == 0, interrupted = 0, cancelled = 0;
	if (n < sizeof value)
		return __model_error(EINVAL);
	if (waits) {
		int waiter = __model_begin_wait();
		__mc_wait_until(!IS_EMPTY(f->in) | CANCELLED(self) | INTERRUPTED(waiter), __mc_sync_input,
		                f->in, -1);
		interrupted = __model_end_wait(waiter);
		cancelled = CANCELLED(self);
	} else {
		__mc_atomic_try(__mc_sync_input);
	}
	int expires = !IS_EMPTY(f->in), may_be_cancelled = t->may_be_cancelled;
	if (f->in->end == TIMER_RUNS && (!waits || interrupted))
		expires = __mc_nondet_bool();
	if (expires)
		f->in->end = is_periodic(t) ? TIMER_RUNS : TIMER_OFF;
	int expires_again = is_periodic(t);
	__mc_atomic_end();
	if (!expires) {
		if (cancelled)
			__model_cancel_self();
		return __model_error(interrupted ? EINTR : EAGAIN);
	}
	if (may_be_cancelled && FAILS())
		return __model_error(ECANCELED);
	if (expires_again) {
		value = __mc_nondet_ulonglong();
		__mc_assume(value > 0);
	}
	__mc_copy(to, &value, sizeof value);
	return sizeof value;
}
