/* harness/calls/calls_waits.c -- condition variables, barriers, semaphores, once. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "harness/calls.h"
#include "harness/calls/calls_locks.h"
#include "harness/cancel.h"
#include "harness/library.h"
#include "harness/signals.h"
#include "harness/turns.h"

/* Of ThreadSanitizer, where it is linked: what happens before what, where no call of the library is
 * made that tells it. */
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

static void acquire(const void *at) {
	if (__tsan_acquire)
		__tsan_acquire((void *)at);
}

static void release(const void *at) {
	if (__tsan_release)
		__tsan_release((void *)at);
}

/* --- Condition variables: those that wait, and those that have been woken and wait still. --- */

static struct cbmc_mt_lock *find_condition(const void *at) {
	calls_check_memory(at, sizeof(pthread_cond_t));
	struct cbmc_mt_lock *c = locks_find(at, LOCK_CONDITION);
	static const pthread_cond_t initial = PTHREAD_COND_INITIALIZER;
	bool is_made = c->state == LOCK_MADE || !memcmp(at, &initial, sizeof initial);
	if (c->state == LOCK_DESTROYED || !is_made)
		calls_misuse("a condition variable is used that is not initialised or was destroyed");
	return c;
}

static bool is_woken(const struct cbmc_mt_lock *c) {
	return set_has(&c->woken, self) || cancel_is_due();
}

/* Does the thread go on without a signal: no wait for the condition is in its schedule, but one for
 * the mutex? */
static bool wakes_by_itself(void) {
	for (struct element *e = turns_next(); e && e->in_library && e->kind != END;
	     e = e->after < test.n ? &test.element[e->after] : NULL)
		if (e->kind == WAIT)
			return !strcmp(e->function, "pthread_mutex_lock");
	return false;
}

static int wait_on(pthread_cond_t *at, pthread_mutex_t *m, bool has_limit) {
	turns_drain(UNLOCK);
	struct cbmc_mt_lock *c = find_condition(at), *l = locks_mutex(m);
	if (set_count(&c->waiting) && c->mutex != m)
		calls_misuse("threads wait on one condition variable with different mutexes");
	if (l->holder != self) {
		if (l->type != PTHREAD_MUTEX_ERRORCHECK && !l->is_robust)
			calls_misuse("a thread waits on a condition variable without holding the mutex");
		return EPERM;
	}
	bool alone = calls_follows() && wakes_by_itself(), woken = true, cancelled = false;
	if (!alone) {
		set_add(&c->waiting, self);
		c->mutex = m;
	}
	locks_drop_mutex(l, m);
	if (!alone) {
		turns_drain(WAIT);
		if (!has_limit)
			calls_wait(c, is_woken);
		woken = set_has(&c->woken, self);
		set_remove(&c->waiting, self);
		set_remove(&c->woken, self);
		turns_wake_all();
	}
	cancelled = cancel_is_due();
	int error = locks_take_mutex(m);
	if (cancelled)
		cancel_self();
	return !error && !woken && has_limit ? ETIMEDOUT : error;
}

/* Which thread a signal wakes up is what the run has chosen. */
static void signal_one(struct cbmc_mt_lock *c) {
	int one = set_next(&c->waiting, 0);
	if (set_count(&c->waiting) > 1)
		one = (int)calls_choice("models::any_of", (unsigned long)one);
	if (one < 0 || one >= MAX_THREADS || !set_has(&c->waiting, one))
		return;
	set_remove(&c->waiting, one);
	set_add(&c->woken, one);
	turns_wake_all();
}

static void signal_all(struct cbmc_mt_lock *c) {
	for (int i; (i = set_next(&c->waiting, 0)) != NOBODY;) {
		set_remove(&c->waiting, i);
		set_add(&c->woken, i);
	}
	turns_wake_all();
}

static bool has_none_woken(const struct cbmc_mt_lock *c) {
	return !set_count(&c->woken) || c->state == LOCK_DESTROYED;
}

static void make_condition(const void *at) {
	calls_effect();
	calls_check_memory(at, sizeof(pthread_cond_t));
	struct cbmc_mt_lock *c = locks_find(at, LOCK_CONDITION);
	if (test_is_variable((uintptr_t)at) && (c->state == LOCK_MADE || set_count(&c->waiting)))
		calls_misuse("a condition variable is initialised that is initialised already");
	locks_renew(c, LOCK_MADE);
}

static void destroy_condition(const void *at) {
	turns_drain(WAIT);
	struct cbmc_mt_lock *c = find_condition(at);
	calls_wait(c, has_none_woken);
	if (set_count(&c->waiting))
		calls_misuse("a condition variable is destroyed while a thread waits on it");
	c->state = LOCK_DESTROYED;
}

#define CONDITION(name, c11_name, work)                                                            \
	int name(pthread_cond_t *c) {                                                                  \
		if (!calls_is_own(CALLER))                                                                 \
			return REAL(name)(c);                                                                  \
		calls_enter(#name, CALLER);                                                                \
		calls_effect();                                                                            \
		work(find_condition(c));                                                                   \
		calls_leave();                                                                             \
		return 0;                                                                                  \
	}                                                                                              \
	int c11_name(cnd_t *c) {                                                                       \
		if (!calls_is_own(CALLER))                                                                 \
			return REAL(c11_name)(c);                                                              \
		calls_enter(#c11_name, CALLER);                                                            \
		calls_effect();                                                                            \
		work(find_condition(c));                                                                   \
		calls_leave();                                                                             \
		return thrd_success;                                                                       \
	}
CONDITION(pthread_cond_signal, cnd_signal, signal_one)
CONDITION(pthread_cond_broadcast, cnd_broadcast, signal_all)

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_cond_init)(c, attributes);
	calls_enter("pthread_cond_init", CALLER);
	int lack = calls_lack(EAGAIN, ENOMEM);
	if (lack) {
		calls_leave();
		return lack;
	}
	make_condition(c);
	REAL(pthread_cond_init)(c, attributes);
	calls_leave();
	return 0;
}

int cnd_init(cnd_t *c) {
	if (!calls_is_own(CALLER))
		return REAL(cnd_init)(c);
	calls_enter("cnd_init", CALLER);
	int lack = calls_lack(EAGAIN, ENOMEM);
	if (lack) {
		calls_leave();
		return locks_c11(lack);
	}
	make_condition(c);
	REAL(cnd_init)(c);
	calls_leave();
	return thrd_success;
}

int pthread_cond_destroy(pthread_cond_t *c) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_cond_destroy)(c);
	calls_enter("pthread_cond_destroy", CALLER);
	destroy_condition(c);
	calls_leave();
	return 0;
}

void cnd_destroy(cnd_t *c) {
	if (!calls_is_own(CALLER)) {
		REAL(cnd_destroy)(c);
		return;
	}
	calls_enter("cnd_destroy", CALLER);
	destroy_condition(c);
	calls_leave();
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_cond_wait)(c, m);
	calls_enter("pthread_cond_wait", CALLER);
	int error = wait_on(c, m, false);
	calls_leave();
	return error;
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_cond_timedwait)(c, m, time);
	calls_enter("pthread_cond_timedwait", CALLER);
	int error = locks_is_time(time) ? wait_on(c, m, true) : EINVAL;
	calls_leave();
	return error;
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                           const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_cond_clockwait)(c, m, clock, time);
	calls_enter("pthread_cond_clockwait", CALLER);
	int error = locks_is_time(time) ? wait_on(c, m, true) : EINVAL;
	calls_leave();
	return error;
}

int cnd_wait(cnd_t *c, mtx_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(cnd_wait)(c, m);
	calls_enter("cnd_wait", CALLER);
	int error = wait_on((pthread_cond_t *)c, (pthread_mutex_t *)m, false);
	calls_leave();
	return locks_c11(error);
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(cnd_timedwait)(c, m, time);
	calls_enter("cnd_timedwait", CALLER);
	int error =
	    locks_is_time(time) ? wait_on((pthread_cond_t *)c, (pthread_mutex_t *)m, true) : EINVAL;
	calls_leave();
	return locks_c11(error);
}

/* --- Barriers: the last thread that comes does not wait. --- */

static struct cbmc_mt_lock *find_barrier(const pthread_barrier_t *b) {
	calls_check_memory(b, sizeof *b);
	struct cbmc_mt_lock *l = locks_find(b, LOCK_BARRIER);
	if (l->state != LOCK_MADE)
		calls_misuse("a barrier is used that is not initialised or was destroyed");
	return l;
}

static bool may_leave(const struct cbmc_mt_lock *l) {
	return set_has(&l->woken, self);
}

int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attributes,
                         unsigned count) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_barrier_init)(b, attributes, count);
	calls_enter("pthread_barrier_init", CALLER);
	calls_effect();
	int error = count ? calls_lack(EAGAIN, ENOMEM) : EINVAL;
	if (!error) {
		calls_check_memory(b, sizeof *b);
		struct cbmc_mt_lock *l = locks_find(b, LOCK_BARRIER);
		if (test_is_variable((uintptr_t)b) && l->state == LOCK_MADE)
			calls_misuse("a barrier is initialised that is initialised already");
		locks_renew(l, LOCK_MADE);
		l->count = count;
		REAL(pthread_barrier_init)(b, attributes, count);
	}
	calls_leave();
	return error;
}

int pthread_barrier_destroy(pthread_barrier_t *b) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_barrier_destroy)(b);
	calls_enter("pthread_barrier_destroy", CALLER);
	turns_drain(WAIT);
	struct cbmc_mt_lock *l = find_barrier(b);
	calls_wait(l, has_none_woken);
	if (set_count(&l->waiting))
		calls_misuse("a barrier is destroyed while a thread waits at it");
	locks_renew(l, LOCK_DESTROYED);
	calls_leave();
	return 0;
}

/* Takes the step in which the thread arrives: the first one inside the call, unless that goes on
 * with the wait already. */
static void arrive(void) {
	struct element *e = turns_next();
	const struct element *after = e && e->after < test.n ? &test.element[e->after] : NULL;
	bool is_wait = e && e->kind == STEP && after && after->kind == WAIT && after->in_library;
	if (!is_wait)
		turns_drain(STEP);
}

int pthread_barrier_wait(pthread_barrier_t *b) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_barrier_wait)(b);
	calls_enter("pthread_barrier_wait", CALLER);
	arrive();
	struct cbmc_mt_lock *l = find_barrier(b);
	int result = 0;
	release(b);
	if (set_count(&l->waiting) + 1 >= l->count) {
		for (int i; (i = set_next(&l->waiting, 0)) != NOBODY;) {
			set_remove(&l->waiting, i);
			set_add(&l->woken, i);
		}
		turns_wake_all();
		result = PTHREAD_BARRIER_SERIAL_THREAD;
	} else {
		set_add(&l->waiting, self);
		turns_drain(WAIT);
		calls_wait(l, may_leave);
		set_remove(&l->woken, self);
		turns_wake_all();
	}
	acquire(b);
	calls_leave();
	return result;
}

/* --- Semaphores. --- */

static struct cbmc_mt_lock *find_semaphore(const sem_t *s) {
	calls_check_memory(s, sizeof *s);
	struct cbmc_mt_lock *l = locks_find(s, LOCK_SEMAPHORE);
	if (l->state != LOCK_MADE)
		calls_misuse("a semaphore is used that is not initialised or was destroyed");
	return l;
}

static int failed(int error) {
	errno = error;
	return error ? -1 : 0;
}

static bool may_take(const struct cbmc_mt_lock *l) {
	return l->count || cancel_is_due() || l->state != LOCK_MADE || signals_interrupted();
}

int sem_init(sem_t *s, int shared, unsigned value) {
	if (!calls_is_own(CALLER))
		return REAL(sem_init)(s, shared, value);
	calls_enter("sem_init", CALLER);
	calls_effect();
	int error = value > INT_MAX ? EINVAL : calls_lack(ENOSPC, EPERM);
	if (!error) {
		calls_check_memory(s, sizeof *s);
		struct cbmc_mt_lock *l = locks_find(s, LOCK_SEMAPHORE);
		if (test_is_variable((uintptr_t)s) && l->state == LOCK_MADE)
			calls_misuse("a semaphore is initialised that is initialised already");
		locks_renew(l, LOCK_MADE);
		l->count = value;
		REAL(sem_init)(s, shared, value);
	}
	calls_leave();
	return error ? failed(error) : 0;
}

int sem_destroy(sem_t *s) {
	if (!calls_is_own(CALLER))
		return REAL(sem_destroy)(s);
	calls_enter("sem_destroy", CALLER);
	calls_effect();
	struct cbmc_mt_lock *l = find_semaphore(s);
	locks_renew(l, LOCK_DESTROYED);
	turns_wake_all();
	calls_leave();
	return 0;
}

static void take_one(struct cbmc_mt_lock *l, sem_t *s) {
	l->count -= l->count > 0;
	REAL(sem_trywait)(s);
}

int sem_wait(sem_t *s) {
	if (!calls_is_own(CALLER))
		return REAL(sem_wait)(s);
	calls_enter("sem_wait", CALLER);
	turns_drain(WAIT);
	struct cbmc_mt_lock *l = find_semaphore(s);
	calls_wait(l, may_take);
	if (l->state == LOCK_DESTROYED)
		find_semaphore(s); /* it was destroyed while this thread waited */
	if (cancel_is_due())
		cancel_self();
	int error = l->count ? 0 : EINTR;
	take_one(l, s);
	calls_leave();
	return error ? failed(error) : 0;
}

static int take_now(sem_t *s, int error_if_zero) {
	struct cbmc_mt_lock *l = find_semaphore(s);
	if (!l->count)
		return error_if_zero;
	take_one(l, s);
	return 0;
}

int sem_trywait(sem_t *s) {
	if (!calls_is_own(CALLER))
		return REAL(sem_trywait)(s);
	calls_enter("sem_trywait", CALLER);
	calls_effect();
	int error = take_now(s, EAGAIN);
	calls_leave();
	return error ? failed(error) : 0;
}

/* Whether the time is over is what the schedule says: it is, if the value is 0. */
static int take_limited(sem_t *s, const struct timespec *time) {
	calls_effect();
	if (cancel_is_due())
		cancel_self();
	return take_now(s, locks_is_time(time) ? ETIMEDOUT : EINVAL);
}

int sem_timedwait(sem_t *s, const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(sem_timedwait)(s, time);
	calls_enter("sem_timedwait", CALLER);
	int error = take_limited(s, time);
	calls_leave();
	return error ? failed(error) : 0;
}

int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(sem_clockwait)(s, clock, time);
	calls_enter("sem_clockwait", CALLER);
	int error = take_limited(s, time);
	calls_leave();
	return error ? failed(error) : 0;
}

int sem_post(sem_t *s) {
	if (!calls_is_own(CALLER))
		return REAL(sem_post)(s);
	calls_enter("sem_post", CALLER);
	calls_effect();
	struct cbmc_mt_lock *l = find_semaphore(s);
	int error = l->count == INT_MAX ? EOVERFLOW : 0;
	if (!error) {
		l->count++;
		REAL(sem_post)(s);
		turns_wake_all();
	}
	calls_leave();
	return error ? failed(error) : 0;
}

int sem_getvalue(sem_t *s, int *value) {
	if (!calls_is_own(CALLER))
		return REAL(sem_getvalue)(s, value);
	calls_enter("sem_getvalue", CALLER);
	turns_drain(STEP);
	*value = (int)find_semaphore(s)->count;
	calls_leave();
	return 0;
}

/* Named ones exist only in the program: none is made in the system. */
struct named {
	sem_t semaphore; /* first: its address is that of the whole */
	char *name;      /* NULL: unlinked */
	unsigned opened;
	struct named *next;
};

static struct named *names __asm__("cbmc_mt_harness_semaphores");

static struct named **find_name(const char *name) {
	struct named **at = &names;
	while (*at && (!(*at)->name || strcmp((*at)->name, name) != 0))
		at = &(*at)->next;
	return at;
}

static int open_named(const char *name, int flags, unsigned value, struct named **found) {
	struct named **at = find_name(name);
	if (*at && (flags & O_CREAT) && (flags & O_EXCL))
		return EEXIST;
	if (!*at) {
		if (!(flags & O_CREAT))
			return ENOENT;
		if (value > INT_MAX)
			return EINVAL;
		int error = calls_lack(ENOSPC, ENOMEM);
		if (error)
			return error;
		*at = calloc(1, sizeof **at);
		if (!*at || !((*at)->name = strdup(name)))
			abort();
		REAL(sem_init)(&(*at)->semaphore, 0, value);
		struct cbmc_mt_lock *l = locks_find(&(*at)->semaphore, LOCK_SEMAPHORE);
		locks_renew(l, LOCK_MADE);
		l->count = value;
	}
	(*at)->opened++;
	*found = *at;
	return 0;
}

sem_t *sem_open(const char *name, int flags, ...) {
	unsigned mode = 0, value = 0;
	if (flags & O_CREAT) {
		va_list arguments;
		va_start(arguments, flags);
		mode = va_arg(arguments, unsigned);
		value = va_arg(arguments, unsigned);
		va_end(arguments);
	}
	if (!calls_is_own(CALLER))
		return REAL(sem_open)(name, flags, mode, value);
	struct named *found = NULL;
	calls_enter("sem_open", CALLER);
	calls_effect();
	int error = open_named(name, flags, value, &found);
	calls_leave();
	if (error)
		errno = error;
	return found ? &found->semaphore : SEM_FAILED;
}

static struct named *named_of(const sem_t *s) {
	struct named *n = names;
	while (n && &n->semaphore != s)
		n = n->next;
	return n;
}

int sem_close(sem_t *s) {
	if (!calls_is_own(CALLER))
		return REAL(sem_close)(s);
	calls_enter("sem_close", CALLER);
	calls_effect();
	struct named *n = named_of(s);
	if (!n)
		calls_misuse("a semaphore is closed that was not opened");
	else if (!n->opened)
		calls_misuse("a semaphore is closed that is not open");
	else
		n->opened--; /* its memory stays */
	calls_leave();
	return 0;
}

int sem_unlink(const char *name) {
	if (!calls_is_own(CALLER))
		return REAL(sem_unlink)(name);
	calls_enter("sem_unlink", CALLER);
	calls_effect();
	struct named *n = *find_name(name);
	if (n) {
		free(n->name);
		n->name = NULL;
	}
	calls_leave();
	return n ? 0 : failed(ENOENT);
}

/* --- Once. --- */

static bool runs_not(const struct cbmc_mt_lock *l) {
	return l->holder == NOBODY;
}

/* A routine that is cancelled has not been called. */
static void forget_once(void *data) {
	struct cbmc_mt_lock *l = data;
	turns_lock();
	calls_effect();
	l->holder = NOBODY;
	turns_wake_all();
	turns_unlock();
}

static void run_once(void *control, void (*routine)(void)) {
	turns_drain(WAIT);
	calls_check_memory(control, sizeof(pthread_once_t));
	struct cbmc_mt_lock *l = locks_find(control, LOCK_ONCE);
	calls_wait(l, runs_not);
	acquire(control);
	if (l->is_done)
		return;
	l->holder = self;
	turns_drain(KIND_N);
	turns_unlock();
	pthread_cleanup_push(forget_once, l);
	routine();
	pthread_cleanup_pop(0);
	turns_lock();
	calls_effect();
	l->holder = NOBODY;
	l->is_done = true;
	release(control);
	turns_wake_all();
}

int pthread_once(pthread_once_t *control, void (*routine)(void)) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_once)(control, routine);
	calls_enter("pthread_once", CALLER);
	run_once(control, routine);
	calls_leave();
	return 0;
}

void call_once(once_flag *flag, void (*routine)(void)) {
	if (!calls_is_own(CALLER)) {
		REAL(call_once)(flag, routine);
		return;
	}
	calls_enter("call_once", CALLER);
	run_once(flag, routine);
	calls_leave();
}
