/* Read-write locks.
 *
 * Readers go on while writers wait, as glibc has it by default; only who asks for a lock that
 * prefers writers, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, gets one whose readers wait for
 * waiting writers.  With --rwlock-prefers-writers every lock is such a one.
 */
#include "../system/environment.h"

enum { TRACKED = 64, PREFER_WRITER = 2, MOST_READ = 2 };

enum { /* state; with INITIALISED or without */
	   RWLOCK_BLURRED = 1,
	   RWLOCK_DESTROYED = -1,
};

struct rwlock { /* pthread_rwlock_t */
	int writer;
	unsigned readers;           /* read locks */
	unsigned long long reading; /* bit n: thread n holds a read lock */
	int state; /* RWLOCK_BLURRED: 'reading' says too much, some thread has several read locks */
	unsigned waiting_writers; /* kept only for a lock that prefers writers */
#if __SIZEOF_LONG__ == 8
	int unused[6];
	unsigned kind; /* where glibc has it: a static initialiser sets it */
#else
	unsigned char kind;
#endif
};

static unsigned long long bit_of(int thread) {
	return thread < TRACKED ? 1ULL << thread : 0;
}

/* The read locks of a thread that has no bit; NULL: none. */
static _Thread_local struct rwlock *read_locks[MOST_READ];

static void remember_read(struct rwlock *l) {
	if (read_locks[0] == NULL)
		read_locks[0] = l;
	else if (read_locks[1] == NULL)
		read_locks[1] = l;
	else
		__mc_unsupported("more than two read locks in one of more than 64 threads");
}

/* Has this thread, which has no bit, such a lock? */
static int forget_read(const struct rwlock *l) {
	if (read_locks[1] == l)
		read_locks[1] = NULL;
	else if (read_locks[0] == l)
		read_locks[0] = NULL;
	else
		return 0;
	return 1;
}

/* States that only uninitialised memory and a destroyed lock have. */
#define IS_NO_RWLOCK(l) (((l)->state & ~(INITIALISED | RWLOCK_BLURRED)) != 0)

static void need_rwlock(const struct rwlock *l) {
	__mc_assert(!IS_NO_RWLOCK(l), "lock",
	            "a read-write lock is used that is not initialised or was destroyed");
}

/* In an atomic section. */
static void take_read(struct rwlock *l, int me) {
	unsigned long long bit = bit_of(me);
	if (bit == 0)
		remember_read(l);
	else if ((l->reading & bit) != 0)
		l->state |= RWLOCK_BLURRED;
	l->reading |= bit;
	l->readers++;
	__mc_order_acquire(&l->writer); /* readers do not order each other */
	__mc_acquired(__mc_sync_reader, l);
}

static void take_write(struct rwlock *l, int me) {
	l->writer = me + 1;
	__mc_order_acquire(&l->writer);
	__mc_order_acquire(&l->readers);
	__mc_acquired(__mc_sync_writer, l);
}

int pthread_rwlock_rdlock(struct rwlock *l) {
	OPTIONAL_CANCELLATION_POINT();
	int me = __mc_self(), error = 0;
	__mc_wait_until(((l->writer == 0) & (l->waiting_writers == 0)) | (l->writer == me + 1) |
	                    IS_NO_RWLOCK(l),
	                __mc_sync_reader, l, l->writer - 1);
	if (IS_NO_RWLOCK(l))
		need_rwlock(l);
	if (l->writer == me + 1)
		error = EDEADLK;
	else
		take_read(l, me);
	__mc_atomic_end();
	return error;
}

static int read_now(struct rwlock *l, int error_if_held) {
	int me = __mc_self(), error = 0;
	__mc_atomic_try(__mc_sync_reader);
	if (IS_NO_RWLOCK(l))
		need_rwlock(l);
	if (l->writer != 0 || l->waiting_writers != 0)
		error = error_if_held;
	else
		take_read(l, me);
	__mc_atomic_end();
	return error;
}

int pthread_rwlock_tryrdlock(struct rwlock *l) {
	return read_now(l, EBUSY);
}

int pthread_rwlock_timedrdlock(struct rwlock *l, const struct moment *until) {
	OPTIONAL_CANCELLATION_POINT();
	if (REFUSES_LIMIT(until))
		return EINVAL;
	return read_now(l, __model_is_moment(until) ? ETIMEDOUT : EINVAL);
}

int pthread_rwlock_clockrdlock(struct rwlock *l, int clock, const struct moment *until) {
	return IS_WAIT_CLOCK(clock) ? pthread_rwlock_timedrdlock(l, until) : EINVAL;
}

#define MAY_WRITE(l, me)                                                                           \
	((((l)->writer == 0) & ((l)->readers == 0)) | ((l)->writer == (me) + 1) | IS_NO_RWLOCK(l))
/* Who holds a read lock itself waits for itself. */
#define HOLDER(l, me, bit)                                                                         \
	((l)->writer - 1 +                                                                             \
	 ((me) + 1) * ((((l)->reading & (bit)) != 0) & (((l)->state & RWLOCK_BLURRED) == 0)))

/* In the section that found the lock taken; returns in the one that finds it free. */
static void wait_preferred(struct rwlock *l, int me, unsigned long long bit) {
	l->waiting_writers++;
	__mc_atomic_end();
	__mc_wait_until(MAY_WRITE(l, me), __mc_sync_writer, l, HOLDER(l, me, bit));
	l->waiting_writers--;
}

int pthread_rwlock_wrlock(struct rwlock *l) {
	OPTIONAL_CANCELLATION_POINT();
	int me = __mc_self(), error = 0;
	unsigned long long bit = bit_of(me);
	if (__mc_option("rwlock-prefers-writers"))
		__mc_atomic_begin();
	else
		__mc_wait_until(MAY_WRITE(l, me) | (l->kind == PREFER_WRITER), __mc_sync_writer, l,
		                HOLDER(l, me, bit));
	if (!MAY_WRITE(l, me))
		wait_preferred(l, me, bit);
	if (IS_NO_RWLOCK(l))
		need_rwlock(l);
	if (l->writer == me + 1)
		error = EDEADLK;
	else
		take_write(l, me);
	__mc_atomic_end();
	return error;
}

static int write_now(struct rwlock *l, int error_if_held) {
	int me = __mc_self(), error = 0;
	__mc_atomic_try(__mc_sync_writer);
	if (IS_NO_RWLOCK(l))
		need_rwlock(l);
	if (l->writer != 0 || l->readers != 0)
		error = error_if_held;
	else
		take_write(l, me);
	__mc_atomic_end();
	return error;
}

int pthread_rwlock_trywrlock(struct rwlock *l) {
	return write_now(l, EBUSY);
}

int pthread_rwlock_timedwrlock(struct rwlock *l, const struct moment *until) {
	OPTIONAL_CANCELLATION_POINT();
	if (REFUSES_LIMIT(until))
		return EINVAL;
	return write_now(l, __model_is_moment(until) ? ETIMEDOUT : EINVAL);
}

int pthread_rwlock_clockwrlock(struct rwlock *l, int clock, const struct moment *until) {
	return IS_WAIT_CLOCK(clock) ? pthread_rwlock_timedwrlock(l, until) : EINVAL;
}

static void drop_read(struct rwlock *l, int me, int is_remembered) {
	unsigned long long bit = bit_of(me);
	int is_blurred = l->state & RWLOCK_BLURRED;
	int holds = bit == 0 ? is_remembered : is_blurred != 0 || (l->reading & bit) != 0;
	__mc_assert(l->readers > 0 && holds, "lock",
	            "a read-write lock is unlocked that this thread does not hold");
	if (l->readers > 0)
		l->readers--;
	__mc_order_release(&l->readers);
	if (l->readers == 0) {
		l->reading = 0;
		l->state &= ~RWLOCK_BLURRED;
	} else if (is_blurred == 0) {
		l->reading &= ~bit;
	}
}

int pthread_rwlock_unlock(struct rwlock *l) {
	int me = __mc_self();
	__mc_atomic_begin();
	if (IS_NO_RWLOCK(l))
		need_rwlock(l);
	int is_remembered = bit_of(me) == 0 && forget_read(l);
	if (!is_remembered && l->writer == me + 1) {
		l->writer = 0;
		__mc_order_release(&l->writer);
	} else {
		drop_read(l, me, is_remembered);
	}
	__mc_released(l);
	__mc_atomic_end();
	return 0;
}

int pthread_rwlock_init(struct rwlock *l, const int *attributes) {
	int kind = attributes == NULL ? 0 : *attributes & 3;
	int error = __model_lack(EAGAIN, ENOMEM);
	if (error != 0)
		return error;
	__mc_atomic_begin();
	NEED_NEW(l,
	         l->state != RWLOCK_DESTROYED &&
	             ((l->state & INITIALISED) != 0 || l->writer != 0 || l->readers != 0),
	         "a read-write lock is initialised that is initialised already");
	__mc_released(l);
	l->writer = 0;
	l->readers = 0;
	l->reading = 0;
	l->state = INITIALISED;
	l->waiting_writers = 0;
	l->kind = (unsigned char)kind;
	__mc_atomic_end();
	return 0;
}

int pthread_rwlock_destroy(struct rwlock *l) {
	__mc_atomic_begin();
	if (IS_NO_RWLOCK(l))
		need_rwlock(l);
	__mc_assert(l->writer == 0 && l->readers == 0, "lock",
	            "a read-write lock is destroyed while it is locked");
	__mc_released(l);
	l->state = RWLOCK_DESTROYED;
	__mc_atomic_end();
	return 0;
}

enum { RWLOCK_SHARED = 4 };

int pthread_rwlockattr_init(int *a) {
	*a = 0;
	return 0;
}

int pthread_rwlockattr_destroy(int *a) {
	*a = __mc_nondet_int();
	return 0;
}

int pthread_rwlockattr_setkind_np(int *a, int kind) {
	if (kind < 0 || kind > PREFER_WRITER)
		return EINVAL;
	*a = (*a & ~3) | kind;
	return 0;
}

int pthread_rwlockattr_getkind_np(const int *a, int *kind) {
	*kind = *a & 3;
	return 0;
}

int pthread_rwlockattr_setpshared(int *a, int shared) {
	if (shared != 0 && shared != 1)
		return EINVAL;
	*a = (*a & ~RWLOCK_SHARED) | (shared ? RWLOCK_SHARED : 0);
	return 0;
}

int pthread_rwlockattr_getpshared(const int *a, int *shared) {
	*shared = (*a & RWLOCK_SHARED) != 0;
	return 0;
}
