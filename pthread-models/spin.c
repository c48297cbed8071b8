/* Spinlocks: the owner, or a mark that the lock was destroyed.  To lock one again is a deadlock. */
#include "thread.h"

enum { SPIN_DESTROYED = -1 };

static void need_spin(int owner) {
	__mc_assert(owner != SPIN_DESTROYED, "lock", "a spinlock is used after it was destroyed");
}

int pthread_spin_init(int *lock, int shared) {
	(void)shared;
	__mc_atomic_begin();
	__mc_released(lock);
	*lock = 0;
	__mc_atomic_end();
	return 0;
}

int pthread_spin_destroy(int *lock) {
	__mc_atomic_begin();
	need_spin(*lock);
	__mc_assert(*lock == 0, "lock", "a spinlock is destroyed while it is locked");
	__mc_released(lock);
	*lock = SPIN_DESTROYED;
	__mc_atomic_end();
	return 0;
}

int pthread_spin_lock(int *lock) {
	int me = __mc_self() + 1;
	__mc_wait_until(*lock <= 0, "spinlock", lock, *lock - 1);
	need_spin(*lock);
	*lock = me;
	__mc_acquired("spinlock", lock);
	__mc_atomic_end();
	return 0;
}

int pthread_spin_trylock(int *lock) {
	int me = __mc_self() + 1;
	__mc_atomic_begin();
	need_spin(*lock);
	int error = *lock == 0 ? 0 : EBUSY;
	if (error == 0) {
		*lock = me;
		__mc_acquired("spinlock", lock);
	}
	__mc_atomic_end();
	return error;
}

int pthread_spin_unlock(int *lock) {
	int me = __mc_self() + 1;
	__mc_atomic_begin();
	need_spin(*lock);
	__mc_assert(*lock == me, "lock", "a spinlock is unlocked that this thread does not hold");
	*lock = 0;
	__mc_released(lock);
	__mc_atomic_end();
	return 0;
}
