/* Barriers.
 *
 * The last thread to arrive, which also is the one that is told so, moves all that wait to the set
 * of those that leave.  Two sets, because a fast thread may come back while a slow one has not
 * left yet.
 */
#include "thread.h"

enum { BARRIER_THREADS = 64, BARRIER_COUNT = 0xffff, SERIAL_THREAD = -1 };

struct barrier {                         /* pthread_barrier_t */
	unsigned long long waiting, leaving; /* bit n: thread n */
	unsigned needed;                     /* INITIALISED + how many; 0: destroyed */
};

#define IS_BARRIER(b) (((b)->needed & ~(unsigned)BARRIER_COUNT) == INITIALISED)

static void need_barrier(const struct barrier *b) {
	__mc_assert(IS_BARRIER(b), "lock",
	            "a barrier is used that is not initialised or was destroyed");
}

int pthread_barrier_init(struct barrier *b, const void *attributes, unsigned count) {
	(void)attributes;
	int error = count == 0 ? EINVAL : __model_lack(EAGAIN, ENOMEM);
	if (error != 0)
		return error;
	__mc_atomic_begin();
	NEED_NEW(b, IS_BARRIER(b), "a barrier is initialised that is initialised already");
	b->waiting = 0;
	b->leaving = 0;
	/* More threads than can meet are as good as any such number. */
	b->needed = INITIALISED + (count < BARRIER_COUNT ? count : BARRIER_COUNT);
	__mc_atomic_end();
	return 0;
}

/* Allowed as soon as everybody has been released; whoever still has to leave does so first. */
int pthread_barrier_destroy(struct barrier *b) {
	__mc_wait_until((b->leaving == 0) | !IS_BARRIER(b), __mc_sync_barrier, b, -1);
	need_barrier(b);
	__mc_assert(b->waiting == 0, "lock", "a barrier is destroyed while a thread waits at it");
	b->needed = 0;
	__mc_atomic_end();
	return 0;
}

int pthread_barrier_wait(struct barrier *b) {
	int me = __mc_self();
	unsigned long long bit = 1ULL << (me & (BARRIER_THREADS - 1));
	__mc_atomic_begin();
	need_barrier(b);
	if (me >= BARRIER_THREADS)
		__mc_unsupported("a barrier and more than 64 threads");
	int is_last = (unsigned)__builtin_popcountll(b->waiting) + 1 >= (b->needed & BARRIER_COUNT);
	if (is_last) {
		b->leaving |= b->waiting;
		b->waiting = 0;
		__mc_order_acquire(&b->waiting);
		__mc_order_release(&b->leaving);
	} else {
		b->waiting |= bit;
		__mc_order_release(&b->waiting);
	}
	__mc_atomic_end();
	if (is_last)
		return SERIAL_THREAD;
	__mc_wait_until((b->leaving & bit) != 0, __mc_sync_barrier, b, -1);
	b->leaving &= ~bit;
	__mc_order_acquire(&b->leaving);
	__mc_atomic_end();
	return 0;
}

int pthread_barrierattr_init(int *a) {
	*a = 0;
	return 0;
}

int pthread_barrierattr_destroy(int *a) {
	*a = __mc_nondet_int();
	return 0;
}

int pthread_barrierattr_setpshared(int *a, int shared) {
	if (shared != 0 && shared != 1)
		return EINVAL;
	*a = shared;
	return 0;
}

int pthread_barrierattr_getpshared(const int *a, int *shared) {
	*shared = *a;
	return 0;
}
