/* harness/calls/calls_locks.c -- mutexes, spinlocks, read-write locks. */
#define _GNU_SOURCE
#include "harness/calls/calls_locks.h"

#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "harness/calls.h"
#include "harness/library.h"
#include "harness/turns.h"

#define MUTEX_USED "a mutex is used that is not initialised or was destroyed"
#define RW_USED    "a read-write lock is used that is not initialised or was destroyed"
#define SPIN_USED  "a spinlock is used that is not initialised or was destroyed"

/* --- Mutexes. --- */

enum { TYPE = 3, ROBUST = 16, KINDS = 0x1ff }; /* of glibc's __kind */

/* What the memory says about a mutex that no call has made: a static initialiser. */
static void read_mutex(struct cbmc_mt_lock *l) {
	const pthread_mutex_t *m = l->at;
	l->type = (unsigned)m->__data.__kind & TYPE;
	l->is_robust = m->__data.__kind & ROBUST;
	if (m->__data.__kind & ~KINDS)
		calls_misuse(MUTEX_USED);
}

struct cbmc_mt_lock *locks_mutex(const pthread_mutex_t *m) {
	calls_check_memory(m, sizeof *m);
	struct cbmc_mt_lock *l = locks_find(m, LOCK_MUTEX);
	/* An initialiser was assigned to the memory since. */
	bool is_assigned = (l->state == LOCK_DESTROYED && m->__data.__kind != -1) ||
	                   (l->holder != NOBODY && !m->__data.__lock && l->state == LOCK_UNKNOWN);
	if (is_assigned)
		locks_renew(l, LOCK_UNKNOWN);
	if (l->state == LOCK_DESTROYED)
		calls_misuse(MUTEX_USED);
	else if (l->state == LOCK_UNKNOWN && l->holder == NOBODY && !l->owner_died)
		read_mutex(l);
	return l;
}

static bool answers(const struct cbmc_mt_lock *l) {
	return l->type == PTHREAD_MUTEX_RECURSIVE || l->type == PTHREAD_MUTEX_ERRORCHECK;
}

static bool is_free(const struct cbmc_mt_lock *l) {
	return l->holder == NOBODY || (l->holder == self && answers(l));
}

/* One that is free, or that this thread holds and that answers. */
static int hold_mutex(struct cbmc_mt_lock *l, pthread_mutex_t *m) {
	if (l->holder == self) {
		if (l->type == PTHREAD_MUTEX_ERRORCHECK)
			return EDEADLK;
		l->again++;
		REAL(pthread_mutex_trylock)(m);
		return 0;
	}
	if (l->is_lost)
		return ENOTRECOVERABLE;
	l->holder = self;
	REAL(pthread_mutex_trylock)(m);
	return l->owner_died ? EOWNERDEAD : 0;
}

int locks_take_mutex(pthread_mutex_t *m) {
	turns_drain(WAIT);
	struct cbmc_mt_lock *l = locks_mutex(m);
	calls_wait(l, is_free);
	return hold_mutex(l, m);
}

/* If it is free, and the schedule does not let it fail without reason. */
static int try_mutex(pthread_mutex_t *m, int error_if_held) {
	bool follows = calls_follows(), takes = turns_drain(LOCK);
	struct cbmc_mt_lock *l = locks_mutex(m);
	if (l->holder == self && (l->type == PTHREAD_MUTEX_RECURSIVE ||
	                          (l->type == PTHREAD_MUTEX_ERRORCHECK && error_if_held != EBUSY)))
		return hold_mutex(l, m);
	if (follows && takes)
		calls_wait(l, is_free);
	return l->holder == NOBODY && (!follows || takes || l->is_lost) ? hold_mutex(l, m)
	                                                                : error_if_held;
}

int locks_drop_mutex(struct cbmc_mt_lock *l, pthread_mutex_t *m) {
	if (l->holder != self) {
		bool is_made = l->state == LOCK_MADE || test_is_variable((uintptr_t)m);
		if ((!answers(l) && !l->is_robust) || !is_made)
			calls_misuse("a mutex is unlocked that this thread does not hold");
		if (answers(l) || l->is_robust)
			return EPERM;
	} else if (l->again) {
		l->again--;
		REAL(pthread_mutex_unlock)(m);
		return 0;
	}
	if (l->owner_died) {
		l->owner_died = false;
		l->is_lost = true;
	}
	l->holder = NOBODY;
	REAL(pthread_mutex_unlock)(m);
	turns_wake_all();
	return 0;
}

static bool is_static(const void *at) {
	return test_is_variable((uintptr_t)at);
}

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_mutex_init)(m, attributes);
	calls_enter("pthread_mutex_init", CALLER);
	int lack = calls_lack(EAGAIN, ENOMEM);
	if (lack) {
		calls_leave();
		return lack;
	}
	calls_effect();
	calls_check_memory(m, sizeof *m);
	struct cbmc_mt_lock *l = locks_find(m, LOCK_MUTEX);
	if (is_static(m) && (l->state == LOCK_MADE || l->holder != NOBODY))
		calls_misuse("a mutex is initialised that is initialised already");
	locks_renew(l, LOCK_MADE);
	int error = REAL(pthread_mutex_init)(m, attributes);
	l->type = (unsigned)m->__data.__kind & TYPE;
	l->is_robust = m->__data.__kind & ROBUST;
	calls_leave();
	return error;
}

int pthread_mutex_destroy(pthread_mutex_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_mutex_destroy)(m);
	calls_enter("pthread_mutex_destroy", CALLER);
	calls_effect();
	struct cbmc_mt_lock *l = locks_mutex(m);
	int error = l->holder == NOBODY ? 0 : EBUSY;
	if (error)
		calls_misuse("a mutex is destroyed while it is locked");
	else {
		l->state = LOCK_DESTROYED;
		REAL(pthread_mutex_destroy)(m);
		turns_wake_all();
	}
	calls_leave();
	return error;
}

int pthread_mutex_lock(pthread_mutex_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_mutex_lock)(m);
	calls_enter("pthread_mutex_lock", CALLER);
	int error = locks_take_mutex(m);
	calls_leave();
	return error;
}

int pthread_mutex_trylock(pthread_mutex_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_mutex_trylock)(m);
	calls_enter("pthread_mutex_trylock", CALLER);
	int error = try_mutex(m, EBUSY);
	calls_leave();
	return error;
}

bool locks_is_time(const struct timespec *time) {
	return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

/* Whether the time is over is what the schedule says: it is, if the lock is not free. */
int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_mutex_timedlock)(m, time);
	calls_enter("pthread_mutex_timedlock", CALLER);
	int error = try_mutex(m, locks_is_time(time) ? ETIMEDOUT : EINVAL);
	calls_leave();
	return error;
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_mutex_clocklock)(m, clock, time);
	calls_enter("pthread_mutex_clocklock", CALLER);
	int error = try_mutex(m, locks_is_time(time) ? ETIMEDOUT : EINVAL);
	calls_leave();
	return error;
}

int pthread_mutex_unlock(pthread_mutex_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_mutex_unlock)(m);
	calls_enter("pthread_mutex_unlock", CALLER);
	turns_drain(UNLOCK);
	int error = locks_drop_mutex(locks_mutex(m), m);
	calls_leave();
	return error;
}

static int make_consistent(pthread_mutex_t *m) {
	calls_effect();
	struct cbmc_mt_lock *l = locks_mutex(m);
	if (!l->owner_died || l->holder != self)
		return EINVAL;
	l->owner_died = false;
	return 0;
}

int pthread_mutex_consistent(pthread_mutex_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_mutex_consistent)(m);
	calls_enter("pthread_mutex_consistent", CALLER);
	int error = make_consistent(m);
	calls_leave();
	return error;
}

/* --- Those of C11, which have the same memory. --- */

int locks_c11(int error) {
	return !error               ? thrd_success
	       : error == EBUSY     ? thrd_busy
	       : error == ENOMEM    ? thrd_nomem
	       : error == ETIMEDOUT ? thrd_timedout
	                            : thrd_error;
}

int mtx_init(mtx_t *m, int type) {
	if (!calls_is_own(CALLER))
		return REAL(mtx_init)(m, type);
	calls_enter("mtx_init", CALLER);
	if (calls_lack(EAGAIN, EAGAIN)) {
		calls_leave();
		return thrd_error;
	}
	calls_effect();
	calls_check_memory(m, sizeof *m);
	struct cbmc_mt_lock *l = locks_find(m, LOCK_MUTEX);
	locks_renew(l, LOCK_MADE);
	l->type = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
	int error = REAL(mtx_init)(m, type);
	calls_leave();
	return error;
}

void mtx_destroy(mtx_t *m) {
	if (!calls_is_own(CALLER)) {
		REAL(mtx_destroy)(m);
		return;
	}
	calls_enter("mtx_destroy", CALLER);
	calls_effect();
	struct cbmc_mt_lock *l = locks_mutex((pthread_mutex_t *)m);
	locks_renew(l, LOCK_DESTROYED);
	REAL(pthread_mutex_destroy)((pthread_mutex_t *)m);
	turns_wake_all();
	calls_leave();
}

int mtx_lock(mtx_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(mtx_lock)(m);
	calls_enter("mtx_lock", CALLER);
	int error = locks_take_mutex((pthread_mutex_t *)m);
	calls_leave();
	return locks_c11(error);
}

int mtx_trylock(mtx_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(mtx_trylock)(m);
	calls_enter("mtx_trylock", CALLER);
	int error = try_mutex((pthread_mutex_t *)m, EBUSY);
	calls_leave();
	return locks_c11(error);
}

int mtx_timedlock(mtx_t *m, const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(mtx_timedlock)(m, time);
	calls_enter("mtx_timedlock", CALLER);
	int error = try_mutex((pthread_mutex_t *)m, locks_is_time(time) ? ETIMEDOUT : EINVAL);
	calls_leave();
	return locks_c11(error);
}

int mtx_unlock(mtx_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(mtx_unlock)(m);
	calls_enter("mtx_unlock", CALLER);
	turns_drain(UNLOCK);
	struct cbmc_mt_lock *l = locks_mutex((pthread_mutex_t *)m);
	if (l->holder != self)
		calls_misuse("a mutex is unlocked that this thread does not hold");
	int error = locks_drop_mutex(l, (pthread_mutex_t *)m);
	calls_leave();
	return locks_c11(error);
}

/* --- Spinlocks. --- */

static struct cbmc_mt_lock *find_spin(pthread_spinlock_t *s) {
	calls_check_memory((const void *)s, sizeof *s);
	struct cbmc_mt_lock *l = locks_find((const void *)s, LOCK_SPIN);
	if (l->state != LOCK_MADE)
		calls_misuse(SPIN_USED);
	return l;
}

static bool is_open(const struct cbmc_mt_lock *l) {
	return l->holder == NOBODY;
}

int pthread_spin_init(pthread_spinlock_t *s, int shared) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_spin_init)(s, shared);
	calls_enter("pthread_spin_init", CALLER);
	int lack = calls_lack(EAGAIN, ENOMEM);
	if (lack) {
		calls_leave();
		return lack;
	}
	calls_effect();
	calls_check_memory((const void *)s, sizeof *s);
	struct cbmc_mt_lock *l = locks_find((const void *)s, LOCK_SPIN);
	if (is_static((const void *)s) && l->state == LOCK_MADE)
		calls_misuse("a spinlock is initialised that is initialised already");
	locks_renew(l, LOCK_MADE);
	REAL(pthread_spin_init)(s, shared);
	calls_leave();
	return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *s) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_spin_destroy)(s);
	calls_enter("pthread_spin_destroy", CALLER);
	calls_effect();
	struct cbmc_mt_lock *l = find_spin(s);
	if (l->holder != NOBODY)
		calls_misuse("a spinlock is destroyed while it is locked");
	locks_renew(l, LOCK_DESTROYED);
	REAL(pthread_spin_destroy)(s);
	calls_leave();
	return 0;
}

int pthread_spin_lock(pthread_spinlock_t *s) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_spin_lock)(s);
	calls_enter("pthread_spin_lock", CALLER);
	turns_drain(WAIT);
	struct cbmc_mt_lock *l = find_spin(s);
	calls_wait(l, is_open);
	l->holder = self;
	REAL(pthread_spin_trylock)(s);
	calls_leave();
	return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *s) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_spin_trylock)(s);
	calls_enter("pthread_spin_trylock", CALLER);
	turns_drain(LOCK);
	struct cbmc_mt_lock *l = find_spin(s);
	int error = l->holder == NOBODY ? 0 : EBUSY;
	if (!error) {
		l->holder = self;
		REAL(pthread_spin_trylock)(s);
	}
	calls_leave();
	return error;
}

int pthread_spin_unlock(pthread_spinlock_t *s) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_spin_unlock)(s);
	calls_enter("pthread_spin_unlock", CALLER);
	turns_drain(UNLOCK);
	struct cbmc_mt_lock *l = find_spin(s);
	if (l->holder != self)
		calls_misuse("a spinlock is unlocked that this thread does not hold");
	l->holder = NOBODY;
	REAL(pthread_spin_unlock)(s);
	turns_wake_all();
	calls_leave();
	return 0;
}

/* --- Read-write locks. --- */

static struct cbmc_mt_lock *find_rw(const pthread_rwlock_t *r) {
	calls_check_memory(r, sizeof *r);
	struct cbmc_mt_lock *l = locks_find(r, LOCK_READ_WRITE);
	if (l->state == LOCK_DESTROYED)
		calls_misuse(RW_USED);
	if (l->state == LOCK_UNKNOWN)
		l->prefers_writers = r->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
	return l;
}

static bool may_read(const struct cbmc_mt_lock *l) {
	return (l->holder == NOBODY && !l->waiting_writers) || l->holder == self;
}

static bool may_write(const struct cbmc_mt_lock *l) {
	return (l->holder == NOBODY && !l->count) || l->holder == self;
}

static int hold_read(struct cbmc_mt_lock *l, pthread_rwlock_t *r) {
	if (l->holder == self)
		return EDEADLK;
	l->count++;
	l->again |= set_has(&l->readers, self);
	set_add(&l->readers, self);
	REAL(pthread_rwlock_tryrdlock)(r);
	return 0;
}

static int hold_write(struct cbmc_mt_lock *l, pthread_rwlock_t *r) {
	if (l->holder == self)
		return EDEADLK;
	l->holder = self;
	REAL(pthread_rwlock_trywrlock)(r);
	return 0;
}

int pthread_rwlock_init(pthread_rwlock_t *r, const pthread_rwlockattr_t *attributes) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_rwlock_init)(r, attributes);
	calls_enter("pthread_rwlock_init", CALLER);
	int lack = calls_lack(EAGAIN, ENOMEM);
	if (lack) {
		calls_leave();
		return lack;
	}
	calls_effect();
	calls_check_memory(r, sizeof *r);
	struct cbmc_mt_lock *l = locks_find(r, LOCK_READ_WRITE);
	if (is_static(r) && (l->state == LOCK_MADE || l->holder != NOBODY || l->count))
		calls_misuse("a read-write lock is initialised that is initialised already");
	locks_renew(l, LOCK_MADE);
	int error = REAL(pthread_rwlock_init)(r, attributes);
	l->prefers_writers = r->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
	calls_leave();
	return error;
}

int pthread_rwlock_destroy(pthread_rwlock_t *r) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_rwlock_destroy)(r);
	calls_enter("pthread_rwlock_destroy", CALLER);
	calls_effect();
	struct cbmc_mt_lock *l = find_rw(r);
	if (l->holder != NOBODY || l->count)
		calls_misuse("a read-write lock is destroyed while it is locked");
	locks_renew(l, LOCK_DESTROYED);
	calls_leave();
	return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *r) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_rwlock_rdlock)(r);
	calls_enter("pthread_rwlock_rdlock", CALLER);
	turns_drain(WAIT);
	struct cbmc_mt_lock *l = find_rw(r);
	calls_wait(l, may_read);
	int error = hold_read(l, r);
	calls_leave();
	return error;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *r) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_rwlock_wrlock)(r);
	calls_enter("pthread_rwlock_wrlock", CALLER);
	turns_drain(WAIT);
	struct cbmc_mt_lock *l = find_rw(r);
	if (!may_write(l) && l->prefers_writers) {
		l->waiting_writers++;
		turns_drain(WAIT);
		calls_wait(l, may_write);
		l->waiting_writers--;
	}
	calls_wait(l, may_write);
	int error = hold_write(l, r);
	calls_leave();
	return error;
}

static int try_read(pthread_rwlock_t *r, int error_if_held) {
	turns_drain(LOCK);
	struct cbmc_mt_lock *l = find_rw(r);
	return l->holder == NOBODY && !l->waiting_writers ? hold_read(l, r) : error_if_held;
}

static int try_write(pthread_rwlock_t *r, int error_if_held) {
	turns_drain(LOCK);
	struct cbmc_mt_lock *l = find_rw(r);
	return l->holder == NOBODY && !l->count ? hold_write(l, r) : error_if_held;
}

#define TRY_RW(name, try)                                                                          \
	int name(pthread_rwlock_t *r) {                                                                \
		if (!calls_is_own(CALLER))                                                                 \
			return REAL(name)(r);                                                                  \
		calls_enter(#name, CALLER);                                                                \
		int error = try(r, EBUSY);                                                                 \
		calls_leave();                                                                             \
		return error;                                                                              \
	}
TRY_RW(pthread_rwlock_tryrdlock, try_read)
TRY_RW(pthread_rwlock_trywrlock, try_write)

#define TIMED_RW(name, clock_name, try)                                                            \
	int name(pthread_rwlock_t *r, const struct timespec *time) {                                   \
		if (!calls_is_own(CALLER))                                                                 \
			return REAL(name)(r, time);                                                            \
		calls_enter(#name, CALLER);                                                                \
		int error = try(r, locks_is_time(time) ? ETIMEDOUT : EINVAL);                              \
		calls_leave();                                                                             \
		return error;                                                                              \
	}                                                                                              \
	int clock_name(pthread_rwlock_t *r, clockid_t clock, const struct timespec *time) {            \
		if (!calls_is_own(CALLER))                                                                 \
			return REAL(clock_name)(r, clock, time);                                               \
		calls_enter(#clock_name, CALLER);                                                          \
		int error = try(r, locks_is_time(time) ? ETIMEDOUT : EINVAL);                              \
		calls_leave();                                                                             \
		return error;                                                                              \
	}
TIMED_RW(pthread_rwlock_timedrdlock, pthread_rwlock_clockrdlock, try_read)
TIMED_RW(pthread_rwlock_timedwrlock, pthread_rwlock_clockwrlock, try_write)

int pthread_rwlock_unlock(pthread_rwlock_t *r) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_rwlock_unlock)(r);
	calls_enter("pthread_rwlock_unlock", CALLER);
	turns_drain(UNLOCK);
	struct cbmc_mt_lock *l = find_rw(r);
	if (l->holder == self)
		l->holder = NOBODY;
	else {
		if (!l->count || (!l->again && !set_has(&l->readers, self)))
			calls_misuse("a read-write lock is unlocked that this thread does not hold");
		l->count -= l->count > 0;
		if (!l->count) {
			l->readers = (struct lock_set){0};
			l->again = 0;
		} else if (!l->again)
			set_remove(&l->readers, self);
	}
	REAL(pthread_rwlock_unlock)(r);
	turns_wake_all();
	calls_leave();
	return 0;
}
