#define _GNU_SOURCE
#include "harness/calls.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

#include "harness/library.h"
#include "harness/turns.h"

bool calls_is_own(const void *caller) {
	turns_start();
	return test_place(caller);
}

void calls_enter(const char *name, const void *caller) {
	turns_lock();
	threads[self].caller = caller;
	turns_drain(KIND_N);
	if (turns.is_free)
		return;
	turns_wait();
	struct element *e = turns_next();
	if (turns.is_free)
		return;
	while (e && (e->kind == READ || e->kind == WRITE)) {
		turns_miss(e);
		turns_wait();
		e = turns.is_free ? NULL : turns_next();
	}
	if (e && e->kind == CALL && !strcmp(e->what, name)) {
		turns_take(e);
		return;
	}
	const struct place *p = test_place(caller);
	if (e)
		turns_diverge(name, p ? p->file : "?", p ? p->line : 0);
}

void calls_leave(void) {
	turns_drain(KIND_N);
	turns_unlock();
}

void calls_begin_blocking(void) {
	turns_block("another thread", NOBODY);
}

void calls_end_blocking(void) {
	turns_unblock();
}

/* Locks with 'take' at its turn, which succeeds then; where the program runs freely, waits. */
#define LOCKING(name, T, try_name)                                                                 \
	int name(T *l) {                                                                               \
		if (!calls_is_own(CALLER))                                                                 \
			return REAL(name)(l);                                                                  \
		calls_enter(#name, CALLER);                                                                \
		turns_drain(LOCK);                                                                         \
		int error = REAL(try_name)(l);                                                             \
		if (error == EBUSY) {                                                                      \
			if (!turns.is_free)                                                                    \
				turns_diverge(#name " has to wait", "?", 0);                                       \
			calls_begin_blocking();                                                                \
			error = REAL(name)(l);                                                                 \
			calls_end_blocking();                                                                  \
		}                                                                                          \
		calls_leave();                                                                             \
		return error;                                                                              \
	}
/* Its effect is in the first step inside the call, or where 'kind' is. */
#define ATONCE(name, T, kind)                                                                      \
	int name(T *l) {                                                                               \
		if (!calls_is_own(CALLER))                                                                 \
			return REAL(name)(l);                                                                  \
		calls_enter(#name, CALLER);                                                                \
		turns_drain(kind);                                                                         \
		int result = REAL(name)(l);                                                                \
		calls_leave();                                                                             \
		return result;                                                                             \
	}

LOCKING(pthread_mutex_lock, pthread_mutex_t, pthread_mutex_trylock)
ATONCE(pthread_mutex_trylock, pthread_mutex_t, STEP)

/* Whether the time is over is what the schedule says. */
int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *time) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_mutex_timedlock)(m, time);
	calls_enter("pthread_mutex_timedlock", CALLER);
	bool is_free = turns.is_free, locks = turns_drain(LOCK);
	if (is_free)
		turns_unlock();
	int error = is_free ? REAL(pthread_mutex_timedlock)(m, time)
	            : locks ? REAL(pthread_mutex_trylock)(m)
	                    : ETIMEDOUT;
	if (is_free)
		turns_lock();
	calls_leave();
	return error;
}

ATONCE(pthread_mutex_unlock, pthread_mutex_t, UNLOCK)
LOCKING(pthread_rwlock_rdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock)
LOCKING(pthread_rwlock_wrlock, pthread_rwlock_t, pthread_rwlock_trywrlock)
ATONCE(pthread_rwlock_tryrdlock, pthread_rwlock_t, STEP)
ATONCE(pthread_rwlock_trywrlock, pthread_rwlock_t, STEP)
ATONCE(pthread_rwlock_unlock, pthread_rwlock_t, UNLOCK)
LOCKING(pthread_spin_lock, pthread_spinlock_t, pthread_spin_trylock)
ATONCE(pthread_spin_trylock, pthread_spinlock_t, STEP)
ATONCE(pthread_spin_unlock, pthread_spinlock_t, UNLOCK)
ATONCE(pthread_cond_signal, pthread_cond_t, STEP)
ATONCE(pthread_cond_broadcast, pthread_cond_t, STEP)
ATONCE(sem_post, sem_t, STEP)
ATONCE(sem_trywait, sem_t, STEP)

int sem_wait(sem_t *s) {
	if (!calls_is_own(CALLER))
		return REAL(sem_wait)(s);
	calls_enter("sem_wait", CALLER);
	turns_drain(WAIT);
	int result = REAL(sem_trywait)(s);
	if (result) {
		if (!turns.is_free)
			turns_diverge("sem_wait has to wait", "?", 0);
		calls_begin_blocking();
		result = REAL(sem_wait)(s);
		calls_end_blocking();
	}
	calls_leave();
	return result;
}

/* The schedule says when the wait ends; what the library would wait for does not matter. */
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_cond_wait)(c, m);
	calls_enter("pthread_cond_wait", CALLER);
	if (turns.is_free) {
		calls_begin_blocking();
		int error = REAL(pthread_cond_wait)(c, m);
		calls_end_blocking();
		calls_leave();
		return error;
	}
	turns_drain(UNLOCK);
	REAL(pthread_mutex_unlock)(m);
	bool goes_on = turns_drain(LOCK); /* otherwise it waits still when the schedule ends */
	calls_begin_blocking();
	int error = REAL(pthread_mutex_lock)(m);
	if (!goes_on)
		error = REAL(pthread_cond_wait)(c, m);
	calls_end_blocking();
	calls_leave();
	return error;
}

/* The last thread that comes does not wait; nor does the library know the others. */
int pthread_barrier_wait(pthread_barrier_t *b) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_barrier_wait)(b);
	calls_enter("pthread_barrier_wait", CALLER);
	int result = !turns.is_free && turns_drain(WAIT) ? 0 : PTHREAD_BARRIER_SERIAL_THREAD;
	if (result && turns.is_free) {
		calls_begin_blocking();
		result = REAL(pthread_barrier_wait)(b);
		calls_end_blocking();
	}
	calls_leave();
	return result;
}

int pthread_once(pthread_once_t *once, void (*f)(void)) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_once)(once, f);
	calls_enter("pthread_once", CALLER);
	turns_drain(KIND_N);
	turns_unlock();
	int error = REAL(pthread_once)(once, f);
	turns_lock();
	calls_leave();
	return error;
}

int sched_yield(void) {
	if (!calls_is_own(CALLER))
		return REAL(sched_yield)();
	calls_enter("sched_yield", CALLER);
	calls_leave();
	return 0;
}

int usleep(useconds_t time) {
	if (!calls_is_own(CALLER))
		return REAL(usleep)(time);
	calls_enter("usleep", CALLER);
	bool is_free = turns.is_free;
	calls_leave();
	return is_free ? REAL(usleep)(time) : 0;
}

unsigned sleep(unsigned seconds) {
	if (!calls_is_own(CALLER))
		return REAL(sleep)(seconds);
	calls_enter("sleep", CALLER);
	bool is_free = turns.is_free;
	calls_leave();
	return is_free ? REAL(sleep)(seconds) : 0;
}
