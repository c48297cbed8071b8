/* Mutexes of all types.
 *
 * A thread that locks a normal mutex again waits for itself, which is a deadlock.  A robust mutex
 * is on a list of its owner, whose end releases it.  Priorities have no effect.
 */
#include "thread.h"

/* Does an owner that locks again get an answer, rather than wait: recursive, errorcheck? */
#define ANSWERS(m) ((((m)->kind + 1) & 2) != 0)

static _Thread_local struct mutex *robust_held;

/* In the atomic section in which the owner ends. */
static void abandon_robust(void) {
	while (robust_held != NULL) {
		struct mutex *m = robust_held;
		robust_held = m->next;
		m->next = NULL;
		m->owner = 0;
		m->again = 0;
		m->kind |= MUTEX_OWNER_DIED;
		__mc_order_release(&m->owner);
		__mc_released(m);
	}
}

static void hold_robust(struct mutex *m) {
	m->next = robust_held;
	robust_held = m;
	__model_at_end = abandon_robust;
}

static void drop_robust(struct mutex *m) {
	struct mutex **link = &robust_held;
	while (*link != m && *link != NULL)
		link = &(*link)->next;
	if (*link == m)
		*link = m->next;
	m->next = NULL;
	if (m->kind & MUTEX_OWNER_DIED) /* nobody has called pthread_mutex_consistent */
		m->kind = (m->kind & ~MUTEX_OWNER_DIED) | MUTEX_LOST;
}

/* Kinds that no mutex has, but uninitialised memory and a destroyed one. */
#define IS_NONE(m) (((m)->kind & ~MUTEX_KINDS) != 0)

static void need_mutex(const struct mutex *m) {
	__mc_assert(!IS_NONE(m), "lock", "a mutex is used that is not initialised or was destroyed");
}

/* Takes a mutex that is free, or that this thread holds and ANSWERS. */
static int lock_special(struct mutex *m, int me) {
	need_mutex(m);
	if (m->owner == me) {
		if ((m->kind & MUTEX_TYPE) == MUTEX_ERRORCHECK)
			return EDEADLK;
		if (m->again == ~0U)
			return EAGAIN;
		m->again++;
		return 0;
	}
	if (m->kind & MUTEX_LOST)
		return ENOTRECOVERABLE;
	m->owner = me;
	__mc_order_acquire(&m->owner);
	__mc_acquired(__mc_sync_mutex, m);
	if (m->kind & MUTEX_ROBUST)
		hold_robust(m);
	return m->kind & MUTEX_OWNER_DIED ? EOWNERDEAD : 0;
}

int pthread_mutex_lock(struct mutex *m) {
	int me = __mc_self() + 1, error = 0;
#ifdef USES_fork
	if (__model_is_alone)
		__mc_assert(m->owner == 0 || m->owner == me, "lock",
		            "a child waits for a mutex that another thread of its parent holds");
#endif
	__mc_wait_until((m->owner == 0) | ((m->owner == me) & ANSWERS(m)) | IS_NONE(m), __mc_sync_mutex,
	                m, m->owner - 1);
	if (m->kind == MUTEX_NORMAL) {
		m->owner = me;
		__mc_order_acquire(&m->owner);
		__mc_acquired(__mc_sync_mutex, m);
	} else {
		error = lock_special(m, me);
	}
	__mc_atomic_end();
	return error;
}

static int lock_now(struct mutex *m, int error_if_held) {
	int me = __mc_self() + 1, error = error_if_held;
	if (m->owner != 0)
		return error;
	if (m->kind != MUTEX_NORMAL)
		return lock_special(m, me);
	m->owner = me;
	__mc_order_acquire(&m->owner);
	__mc_acquired(__mc_sync_mutex, m);
	return 0;
}

int pthread_mutex_trylock(struct mutex *m) {
	int error;
	__mc_atomic_try(__mc_sync_mutex);
	if (m->owner == __mc_self() + 1 && (m->kind & MUTEX_TYPE) == MUTEX_RECURSIVE)
		error = lock_special(m, m->owner);
	else
		error = lock_now(m, EBUSY);
	__mc_atomic_end();
	return error;
}

int pthread_mutex_timedlock(struct mutex *m, const struct moment *until) {
	int late = __model_is_moment(until) ? ETIMEDOUT : EINVAL, error;
	__mc_atomic_try(__mc_sync_mutex);
	if (m->owner == __mc_self() + 1 && ANSWERS(m))
		error = lock_special(m, m->owner);
	else
		error = lock_now(m, late);
	__mc_atomic_end();
	return error;
}

int pthread_mutex_clocklock(struct mutex *m, int clock, const struct moment *until) {
	return IS_WAIT_CLOCK(clock) ? pthread_mutex_timedlock(m, until) : EINVAL;
}

static int unlock_special(struct mutex *m, int me) {
	need_mutex(m);
	if (m->owner != me) {
		__mc_assert(ANSWERS(m) || (m->kind & MUTEX_ROBUST), "lock",
		            "a mutex is unlocked that this thread does not hold");
		return EPERM;
	}
	if (m->again > 0) { /* glibc tells who has not called pthread_mutex_consistent yet */
		m->again--;
		return m->kind & MUTEX_OWNER_DIED ? ENOTRECOVERABLE : 0;
	}
	if (m->kind & MUTEX_ROBUST)
		drop_robust(m);
	m->owner = 0;
	__mc_order_release(&m->owner);
	__mc_released(m);
	return 0;
}

int __model_unlock(struct mutex *m, int me) {
	if (m->kind != MUTEX_NORMAL)
		return unlock_special(m, me);
	__mc_assert(m->owner == me, "lock", "a mutex is unlocked that this thread does not hold");
	m->owner = 0;
	__mc_order_release(&m->owner);
	__mc_released(m);
	return 0;
}

int pthread_mutex_unlock(struct mutex *m) {
	int me = __mc_self() + 1;
	__mc_atomic_begin();
	int error = __model_unlock(m, me);
	__mc_atomic_end();
	return error;
}

int pthread_mutex_consistent(struct mutex *m) {
	__mc_atomic_begin();
	int error = m->kind != MUTEX_DESTROYED && (m->kind & MUTEX_OWNER_DIED) ? 0 : EINVAL;
	if (error == 0 && m->owner != __mc_self() + 1)
		error = EINVAL;
	if (error == 0)
		m->kind &= ~MUTEX_OWNER_DIED;
	__mc_atomic_end();
	return error;
}

int pthread_mutex_consistent_np(struct mutex *m) {
	return pthread_mutex_consistent(m);
}

int pthread_mutex_init(struct mutex *m, const int *attributes) {
	int kind = attributes == NULL ? MUTEX_NORMAL : *attributes & (MUTEX_TYPE | MUTEX_ROBUST);
	int error = __model_lack(EAGAIN, ENOMEM);
	if (error != 0)
		return error;
	__mc_atomic_begin();
	NEED_NEW(m, m->kind != MUTEX_DESTROYED && (m->made == INITIALISED || m->owner != 0),
	         "a mutex is initialised that is initialised already");
	__mc_released(m);
	m->owner = 0;
	m->again = 0;
	m->made = INITIALISED;
	m->kind = kind;
	__mc_atomic_end();
	return 0;
}

int pthread_mutex_destroy(struct mutex *m) {
	__mc_atomic_begin();
	need_mutex(m);
	__mc_assert(m->owner == 0, "lock", "a mutex is destroyed while it is locked");
	int error = m->owner == 0 ? 0 : EBUSY;
	if (error == 0)
		m->kind = MUTEX_DESTROYED;
	__mc_atomic_end();
	return error;
}
