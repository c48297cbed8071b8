/* timer_create and its kin.  Time is not modelled: a timer that is armed expires at any time, or
 * not before the program ends.  A signal of a timer comes as if from outside (libc/signal/timer.c);
 * a function is called by a new thread, once for each time that the timer is armed, or if it
 * expires again and again, twice; more than that is UNKNOWN. */
#include "../../threads/signal.h"
#include "../environment.h"

union timer_value { /* union sigval */
	int number;
	void *pointer;
};

struct notice { /* struct sigevent */
	union timer_value value;
	int signal, kind;
	void (*function)(union timer_value);
	void *attributes;
};

enum { NOTICE_SIGNAL, NOTICE_NONE, NOTICE_THREAD, NOTICE_THREAD_ID = 4 };

struct clock_timer {
	int is_armed, is_periodic, expiries;
	struct notice notice;
};

struct times { /* struct itimerspec */
	struct moment often, next;
};

/* A timer that calls a function has this much more as its number, which engines see at once. */
enum { CLOCK_TIMERS = 32, CALLS = CLOCK_TIMERS, MOST_EXPIRIES = 2 };
static struct clock_timer *clock_timers[CLOCK_TIMERS];

int timer_create(int clock, const struct notice *notice, void **timer) {
	struct notice n = {.signal = SIGNAL_ALRM, .kind = NOTICE_SIGNAL};
	if (notice != NULL)
		n = *notice;
	int wakes = clock == 8 || clock == 9;
	if (clock > 11 || clock == 4 || clock == 5 || clock == 6 || clock == 10 || n.kind < 0 ||
	    (n.kind > NOTICE_THREAD && n.kind != NOTICE_THREAD_ID) ||
	    (n.kind != NOTICE_NONE && n.kind != NOTICE_THREAD &&
	     (n.signal < 1 || n.signal > LAST_SIGNAL)))
		return ERROR(EINVAL);
	(void)__mc_option("signals");
	if (FAILS())
		return wakes ? ERROR(EAGAIN, ENOMEM, ENOTSUP, EPERM) : ERROR(EAGAIN, ENOMEM);
	struct clock_timer *t = __mc_alloc(sizeof *t, __mc_internal);
	t->is_armed = t->is_periodic = t->expiries = 0;
	t->notice = n;
	__mc_atomic_begin();
	int i = 0;
	while (i < CLOCK_TIMERS && clock_timers[i] != NULL)
		i++;
	if (i == CLOCK_TIMERS)
		__mc_unsupported("more than 32 timers");
	clock_timers[i] = t;
	__mc_atomic_end();
	*timer = (void *)(uintptr_t)(n.kind == NOTICE_THREAD ? CALLS + i : i);
	return 0;
}

/* In an atomic section: NULL if there is none. */
static struct clock_timer *find_timer(void *timer) {
	uintptr_t i = (uintptr_t)timer;
	return i < CALLS + CLOCK_TIMERS ? clock_timers[i % CLOCK_TIMERS] : NULL;
}

int timer_delete(void *timer) {
	__mc_atomic_begin();
	struct clock_timer *t = find_timer(timer);
	if (t != NULL) {
		t->is_armed = 0;
		clock_timers[(uintptr_t)timer % CLOCK_TIMERS] = NULL;
	}
	__mc_atomic_end();
	return t != NULL ? 0 : ERROR(EINVAL);
}

/* What the thread of an expiry has: its timer, and its life as a detached thread. */
struct expiry {
	struct thread thread;
	struct clock_timer *timer;
};

/* Does the timer expire now?  *again: it may do so once more. */
static int expires_now(struct clock_timer *t, int *again) {
	__mc_atomic_begin();
	int expires = t->is_armed;
	*again = expires && t->is_periodic;
	if (!*again) {
		t->is_armed = 0;
	} else if (t->expiries++ == MOST_EXPIRIES) {
		__mc_unsupported("a timer that expires more than twice");
	}
	__mc_atomic_end();
	return expires;
}

/* One thread for all expiries: they do not overlap. */
static void run_expiry(void *data) {
	struct expiry *e = data;
	struct clock_timer *t = e->timer;
	int again = 1;
	while (again && expires_now(t, &again))
		t->notice.function(t->notice.value);
	__model_end_thread(NULL);
}

static void start_expiry(struct clock_timer *t) {
	struct expiry *e = __mc_alloc(sizeof *e, __mc_internal);
	__mc_set(e, 0, sizeof *e);
	e->thread.use = THREAD_DETACHED;
	e->timer = t;
	int number = __mc_spawn(run_expiry, e, (void (*)(void))t->notice.function);
	if (__model_at_create != NULL)
		__model_at_create(number);
#ifdef USES_fork
	__model_threads++;
#endif
}

static void any_times(struct times *t) {
	long s = __mc_nondet_long(), n = __mc_nondet_long(), os = __mc_nondet_long(),
	     on = __mc_nondet_long();
	__mc_assume(s >= 0 && os >= 0 && n >= 0 && n < 1000000000 && on >= 0 && on < 1000000000);
	t->next.seconds = s;
	t->next.nanoseconds = n;
	t->often.seconds = os;
	t->often.nanoseconds = on;
}

int timer_settime(void *timer, int flags, const struct times *new, struct times *old) {
	(void)flags;
	struct times wanted = *new;
	if (old != NULL)
		NEED_WRITABLE(old, sizeof *old, "timer_settime");
	int is_valid = __model_is_moment(&wanted.next) && wanted.next.seconds >= 0 &&
	               __model_is_moment(&wanted.often) && wanted.often.seconds >= 0;
	int arms = wanted.next.seconds != 0 || wanted.next.nanoseconds != 0;
	__mc_atomic_begin();
	struct clock_timer *t = find_timer(timer);
	if (t != NULL && is_valid) {
		if ((uintptr_t)timer >= CALLS && arms && !t->is_armed)
			start_expiry(t);
		t->is_armed = arms;
		t->expiries = 0;
		t->is_periodic = wanted.often.seconds != 0 || wanted.often.nanoseconds != 0;
	}
	__mc_atomic_end();
	if (t == NULL || !is_valid)
		return ERROR(EINVAL);
	if (old != NULL)
		any_times(old);
	return 0;
}

int timer_gettime(void *timer, struct times *now) {
	__mc_atomic_begin();
	int exists = find_timer(timer) != NULL;
	__mc_atomic_end();
	if (!exists)
		return ERROR(EINVAL);
	any_times(now);
	return 0;
}

int timer_getoverrun(void *timer) {
	__mc_atomic_begin();
	int exists = find_timer(timer) != NULL;
	__mc_atomic_end();
	if (!exists)
		return ERROR(EINVAL);
	int n = __mc_nondet_int();
	__mc_assume(n >= 0);
	return n;
}
