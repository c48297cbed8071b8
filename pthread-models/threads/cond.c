/* Condition variables.
 *
 * A condition variable is the set of the threads that wait on it, and that of those which have been
 * woken and have not gone on yet: pthread_cond_signal moves one thread, any, from the first to the
 * second, pthread_cond_broadcast all.  So a signal that nobody waits for leaves no trace.
 */
#include "thread.h"

enum { WAITERS = 64, CONDITION_DESTROYED = 1 };

struct condition {                     /* pthread_cond_t, cnd_t */
	unsigned long long waiting, woken; /* bit n: thread n */
	const struct mutex *mutex;         /* of those that wait */
	int state;                         /* 0 and INITIALISED: usable; CONDITION_DESTROYED */
};

#define IS_CONDITION(c) (((c)->state == 0) | ((c)->state == INITIALISED))

static void need_condition(const struct condition *c) {
	__mc_assert(IS_CONDITION(c), "lock",
	            "a condition variable is used that is not initialised or was destroyed");
}

/* The mutex must be held; where POSIX wants that to be told, and it is not held: EPERM.  One that
 * the unlock at the beginning of the wait does not release says so. */
static int check_wait(const struct condition *c, struct mutex *m, int me) {
	if (!IS_CONDITION(c))
		need_condition(c);
	if (me >= WAITERS && !__mc_option("any-threads"))
		__mc_unsupported("a condition variable and more than 64 threads");
	int is_first = __mc_option("any-threads") ? c->mutex == NULL : c->waiting == 0;
	__mc_assert(is_first || c->mutex == m, "lock",
	            "threads wait on one condition variable with different mutexes");
	if (m->owner == me + 1)
		return (m->kind & MUTEX_OWNER_DIED) != 0 && m->again > 0 ? __model_unlock(m, me + 1) : 0;
	__mc_assert(m->kind != MUTEX_DESTROYED &&
	                ((m->kind & MUTEX_TYPE) == MUTEX_ERRORCHECK || (m->kind & MUTEX_ROBUST)),
	            "lock", "a thread waits on a condition variable without holding the mutex");
	return EPERM;
}

/* A wake-up without a signal: the thread is at no time among those that wait, but may take the
 * mutex back as late as it likes. */
static int yield(const struct condition *c, struct mutex *m, int me) {
	const struct thread *self = __model_self();
	__mc_atomic_begin();
	int error = check_wait(c, m, me), cancelled = CANCELLED(self);
	if (error == 0)
		__model_unlock(m, me + 1);
	__mc_atomic_end();
	if (error != 0)
		return error;
	error = pthread_mutex_lock(m);
	if (cancelled)
		__model_cancel_self();
	__mc_woke(c);
	return error;
}

/* While threads wait, by a call or with its memory. */
static int may_end(const struct condition *c) {
	return __mc_option("conditions-are-destroyed") || !__mc_is_static(c);
}

/* With any number of threads, a wait may end at any time, which is more than signals can do.  That
 * says nothing about threads that wait for ever.  The sets have no bits for that many threads: at
 * most one wait is recorded at a time, as 1, and only where the condition variable may end before
 * it.  Whether a wait is, is chosen when it begins.  Each is the only one that is recorded in some
 * execution, so one that has not ended is found there.  A signal may be for another thread.  The
 * mutex is that of all waits there have been. */
static int wait_for_anything(struct condition *c, struct mutex *m, int me, int with_limit) {
	const struct thread *self = __model_self();
	__mc_atomic_begin();
	int error = check_wait(c, m, me), is_recorded = 0;
	if (error == 0) {
		c->mutex = m;
		if (may_end(c) && (c->waiting | c->woken) == 0)
			is_recorded = __mc_nondet_bool();
		if (is_recorded)
			c->waiting = 1;
		__model_unlock(m, me + 1);
	}
	__mc_atomic_end();
	if (error != 0)
		return error;
	__mc_atomic_begin();
	int cancelled = CANCELLED(self);
	if (is_recorded) {
		c->waiting = 0;
		c->woken = 0;
	}
	__mc_atomic_end();
	error = pthread_mutex_lock(m);
	if (cancelled)
		__model_cancel_self();
	return error == 0 && with_limit && __mc_nondet_bool() ? ETIMEDOUT : error;
}

/* Whether a thread wakes by itself is chosen when its wait begins.  One that is signalled first has
 * made the other choice, so no execution is lost; and one that nobody signals waits for ever in
 * some execution, which is a deadlock. */
static int wait_on(struct condition *c, struct mutex *m, int with_limit) {
	struct thread *self = __model_self();
	int me = __mc_self();
	if (__mc_option("any-threads"))
		return wait_for_anything(c, m, me, with_limit);
	if (__mc_option("spurious-wakeups") && __mc_may_wake(c))
		return yield(c, m, me);
	unsigned long long bit = 1ULL << (me & (WAITERS - 1));
	__mc_atomic_begin();
	int error = check_wait(c, m, me);
	if (error == 0) {
		c->waiting |= bit;
		c->mutex = m;
		__model_unlock(m, me + 1);
	}
	__mc_atomic_end();
	if (error != 0)
		return error;
	__mc_wait_until(((c->woken & bit) != 0) | with_limit | CANCELLED(self), __mc_sync_condition, c,
	                -1);
	int is_woken = (c->woken & bit) != 0, cancelled = CANCELLED(self);
	__mc_mark("timeout", with_limit & !is_woken & !cancelled);
	c->waiting &= ~bit;
	c->woken &= ~bit;
	__mc_atomic_end();
	error = pthread_mutex_lock(m);
	if (cancelled)
		__model_cancel_self();
	return error == 0 && !is_woken && with_limit ? ETIMEDOUT : error;
}

int pthread_cond_wait(struct condition *c, struct mutex *m) {
	return wait_on(c, m, 0);
}

int pthread_cond_timedwait(struct condition *c, struct mutex *m, const struct moment *until) {
	return __model_is_moment(until) ? wait_on(c, m, 1) : EINVAL;
}

int pthread_cond_clockwait(struct condition *c, struct mutex *m, int clock,
                           const struct moment *until) {
	return IS_WAIT_CLOCK(clock) ? pthread_cond_timedwait(c, m, until) : EINVAL;
}

/* Some thread of a set of several.  Where states are explored one by one, each is a path of its
 * own: what is in memory then stays a constant. */
static unsigned long long any_of(unsigned long long set) {
	unsigned n = __mc_nondet_uint();
	__mc_assume(n < WAITERS && (set >> (n & (WAITERS - 1)) & 1) != 0);
	for (unsigned k = 0; __mc_splits(set) && k < WAITERS; k++)
		if ((set >> k & 1) != 0 && n == k && __mc_chosen(k))
			return 1ULL << k;
	return 1ULL << (n & (WAITERS - 1));
}

int pthread_cond_signal(struct condition *c) {
	__mc_atomic_begin();
	if (!IS_CONDITION(c))
		need_condition(c);
	if (!__mc_option("any-threads")) {
		unsigned long long one = c->waiting;
		if ((one & (one - 1)) != 0)
			one = any_of(one);
		c->waiting &= ~one;
		c->woken |= one;
	}
	__mc_atomic_end();
	return 0;
}

int pthread_cond_broadcast(struct condition *c) {
	__mc_atomic_begin();
	if (!IS_CONDITION(c))
		need_condition(c);
	c->woken |= c->waiting;
	c->waiting = 0;
	__mc_atomic_end();
	return 0;
}

int pthread_cond_init(struct condition *c, const void *attributes) {
	(void)attributes;
	int error = __model_lack(EAGAIN, ENOMEM);
	if (error != 0)
		return error;
	__mc_atomic_begin();
	int has_waits = __mc_option("any-threads") ? c->mutex != NULL : c->waiting != 0;
	NEED_NEW(c, c->state == INITIALISED || has_waits,
	         "a condition variable is initialised that is initialised already");
	c->waiting = 0;
	c->woken = 0;
	c->mutex = NULL;
	c->state = INITIALISED;
	__mc_atomic_end();
	return 0;
}

/* Allowed as soon as everybody has been woken; whoever still has to read that does so first. */
int pthread_cond_destroy(struct condition *c) {
	__mc_wait_until((c->woken == 0) | !IS_CONDITION(c), __mc_sync_condition, c, -1);
	if (!IS_CONDITION(c))
		need_condition(c);
	__mc_assert(c->waiting == 0, "lock",
	            "a condition variable is destroyed while a thread waits on it");
	if (__mc_option("any-threads"))
		c->mutex = NULL;
	c->state = CONDITION_DESTROYED;
	__mc_atomic_end();
	return 0;
}

enum { CLOCK_MASK = 15, CONDITION_SHARED = 16 };

int pthread_condattr_init(int *a) {
	*a = 0;
	return 0;
}

int pthread_condattr_destroy(int *a) {
	*a = __mc_nondet_int();
	return 0;
}

int pthread_condattr_setclock(int *a, int clock) {
	if (!IS_WAIT_CLOCK(clock))
		return EINVAL;
	*a = (*a & ~CLOCK_MASK) | clock;
	return 0;
}

int pthread_condattr_getclock(const int *a, int *clock) {
	*clock = *a & CLOCK_MASK;
	return 0;
}

int pthread_condattr_setpshared(int *a, int shared) {
	if (shared != 0 && shared != 1)
		return EINVAL;
	*a = (*a & ~CONDITION_SHARED) | (shared ? CONDITION_SHARED : 0);
	return 0;
}

int pthread_condattr_getpshared(const int *a, int *shared) {
	*shared = (*a & CONDITION_SHARED) != 0;
	return 0;
}
