/* Spinlocks: INITIALISED, or SPIN_HELD plus the owner, or a mark that the lock was destroyed.  Zero
 * bytes are no spinlock.  To lock one again is a deadlock. */
#include "thread.h"

enum { SPIN_DESTROYED = -1, SPIN_HELD = -__INT_MAX__ - 1 };

/* Only what pthread_spin_init has made can be held. */
#define IS_HELD(value) ((value) < SPIN_DESTROYED)
#define IS_SPIN(value) (((value) == INITIALISED) | IS_HELD(value))

static void need_spin(int value) {
	__mc_assert(IS_SPIN(value), "lock",
	            "a spinlock is used that is not initialised or was destroyed");
}

int pthread_spin_init(int *lock, int shared) {
	(void)shared;
	int error = __model_lack(EAGAIN, ENOMEM);
	if (error != 0)
		return error;
	__mc_atomic_begin();
	NEED_NEW(lock, IS_SPIN(*lock), "a spinlock is initialised that is initialised already");
	__mc_released(lock);
	*lock = INITIALISED;
	__mc_atomic_end();
	return 0;
}

int pthread_spin_destroy(int *lock) {
	__mc_atomic_begin();
	if (!IS_SPIN(*lock))
		need_spin(*lock);
	__mc_assert(!IS_HELD(*lock), "lock", "a spinlock is destroyed while it is locked");
	__mc_released(lock);
	*lock = SPIN_DESTROYED;
	__mc_atomic_end();
	return 0;
}

int pthread_spin_lock(int *lock) {
	int me = SPIN_HELD + __mc_self();
	__mc_wait_until(!IS_HELD(*lock), __mc_sync_spinlock, lock, *lock - SPIN_HELD);
	if (!IS_SPIN(*lock))
		need_spin(*lock);
	*lock = me;
	__mc_order_acquire(lock);
	__mc_acquired(__mc_sync_spinlock, lock);
	__mc_atomic_end();
	return 0;
}

int pthread_spin_trylock(int *lock) {
	int me = SPIN_HELD + __mc_self();
	__mc_atomic_try(__mc_sync_spinlock);
	if (!IS_SPIN(*lock))
		need_spin(*lock);
	int error = IS_HELD(*lock) ? EBUSY : 0;
	if (error == 0) {
		*lock = me;
		__mc_order_acquire(lock);
		__mc_acquired(__mc_sync_spinlock, lock);
	}
	__mc_atomic_end();
	return error;
}

int pthread_spin_unlock(int *lock) {
	int me = SPIN_HELD + __mc_self();
	__mc_atomic_begin();
	if (!IS_SPIN(*lock))
		need_spin(*lock);
	__mc_assert(*lock == me, "lock", "a spinlock is unlocked that this thread does not hold");
	*lock = INITIALISED;
	__mc_order_release(lock);
	__mc_released(lock);
	__mc_atomic_end();
	return 0;
}
