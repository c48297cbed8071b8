/* Threads are not modelled yet: reaching any of these functions ends the path with a verdict that
 * can be no better than UNKNOWN. */
#include "mc.h"

int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument) {
	(void)thread, (void)attributes, (void)start, (void)argument;
	__mc_unsupported("pthread_create: threads are not supported yet");
	return 0;
}

int pthread_join(unsigned long thread, void **result) {
	(void)thread, (void)result;
	__mc_unsupported("pthread_join: threads are not supported yet");
	return 0;
}

int pthread_detach(unsigned long thread) {
	(void)thread;
	__mc_unsupported("pthread_detach: threads are not supported yet");
	return 0;
}

void pthread_exit(void *result) {
	(void)result;
	__mc_unsupported("pthread_exit: threads are not supported yet");
}

int pthread_cancel(unsigned long thread) {
	(void)thread;
	__mc_unsupported("pthread_cancel: threads are not supported yet");
	return 0;
}

int pthread_mutex_init(void *mutex, const void *attributes) {
	(void)mutex, (void)attributes;
	__mc_unsupported("pthread_mutex_init: threads are not supported yet");
	return 0;
}

int pthread_mutex_destroy(void *mutex) {
	(void)mutex;
	__mc_unsupported("pthread_mutex_destroy: threads are not supported yet");
	return 0;
}

int pthread_mutex_lock(void *mutex) {
	(void)mutex;
	__mc_unsupported("pthread_mutex_lock: threads are not supported yet");
	return 0;
}

int pthread_mutex_trylock(void *mutex) {
	(void)mutex;
	__mc_unsupported("pthread_mutex_trylock: threads are not supported yet");
	return 0;
}

int pthread_mutex_timedlock(void *mutex, const void *until) {
	(void)mutex, (void)until;
	__mc_unsupported("pthread_mutex_timedlock: threads are not supported yet");
	return 0;
}

int pthread_mutex_unlock(void *mutex) {
	(void)mutex;
	__mc_unsupported("pthread_mutex_unlock: threads are not supported yet");
	return 0;
}

int pthread_cond_init(void *condition, const void *attributes) {
	(void)condition, (void)attributes;
	__mc_unsupported("pthread_cond_init: threads are not supported yet");
	return 0;
}

int pthread_cond_destroy(void *condition) {
	(void)condition;
	__mc_unsupported("pthread_cond_destroy: threads are not supported yet");
	return 0;
}

int pthread_cond_wait(void *condition, void *mutex) {
	(void)condition, (void)mutex;
	__mc_unsupported("pthread_cond_wait: threads are not supported yet");
	return 0;
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *until) {
	(void)condition, (void)mutex, (void)until;
	__mc_unsupported("pthread_cond_timedwait: threads are not supported yet");
	return 0;
}

int pthread_cond_signal(void *condition) {
	(void)condition;
	__mc_unsupported("pthread_cond_signal: threads are not supported yet");
	return 0;
}

int pthread_cond_broadcast(void *condition) {
	(void)condition;
	__mc_unsupported("pthread_cond_broadcast: threads are not supported yet");
	return 0;
}

int pthread_rwlock_init(void *lock, const void *attributes) {
	(void)lock, (void)attributes;
	__mc_unsupported("pthread_rwlock_init: threads are not supported yet");
	return 0;
}

int pthread_rwlock_destroy(void *lock) {
	(void)lock;
	__mc_unsupported("pthread_rwlock_destroy: threads are not supported yet");
	return 0;
}

int pthread_rwlock_rdlock(void *lock) {
	(void)lock;
	__mc_unsupported("pthread_rwlock_rdlock: threads are not supported yet");
	return 0;
}

int pthread_rwlock_wrlock(void *lock) {
	(void)lock;
	__mc_unsupported("pthread_rwlock_wrlock: threads are not supported yet");
	return 0;
}

int pthread_rwlock_unlock(void *lock) {
	(void)lock;
	__mc_unsupported("pthread_rwlock_unlock: threads are not supported yet");
	return 0;
}

int pthread_spin_init(void *lock, int shared) {
	(void)lock, (void)shared;
	__mc_unsupported("pthread_spin_init: threads are not supported yet");
	return 0;
}

int pthread_spin_lock(void *lock) {
	(void)lock;
	__mc_unsupported("pthread_spin_lock: threads are not supported yet");
	return 0;
}

int pthread_spin_unlock(void *lock) {
	(void)lock;
	__mc_unsupported("pthread_spin_unlock: threads are not supported yet");
	return 0;
}

int pthread_barrier_init(void *barrier, const void *attributes, unsigned count) {
	(void)barrier, (void)attributes, (void)count;
	__mc_unsupported("pthread_barrier_init: threads are not supported yet");
	return 0;
}

int pthread_barrier_wait(void *barrier) {
	(void)barrier;
	__mc_unsupported("pthread_barrier_wait: threads are not supported yet");
	return 0;
}

int pthread_once(void *once, void (*routine)(void)) {
	(void)once, (void)routine;
	__mc_unsupported("pthread_once: threads are not supported yet");
	return 0;
}

int pthread_key_create(void *key, void (*destructor)(void *)) {
	(void)key, (void)destructor;
	__mc_unsupported("pthread_key_create: threads are not supported yet");
	return 0;
}

int pthread_setspecific(unsigned key, const void *value) {
	(void)key, (void)value;
	__mc_unsupported("pthread_setspecific: threads are not supported yet");
	return 0;
}

void *pthread_getspecific(unsigned key) {
	(void)key;
	__mc_unsupported("pthread_getspecific: threads are not supported yet");
	return NULL;
}

int sem_init(void *semaphore, int shared, unsigned value) {
	(void)semaphore, (void)shared, (void)value;
	__mc_unsupported("sem_init: threads are not supported yet");
	return 0;
}

int sem_wait(void *semaphore) {
	(void)semaphore;
	__mc_unsupported("sem_wait: threads are not supported yet");
	return 0;
}

int sem_trywait(void *semaphore) {
	(void)semaphore;
	__mc_unsupported("sem_trywait: threads are not supported yet");
	return 0;
}

int sem_post(void *semaphore) {
	(void)semaphore;
	__mc_unsupported("sem_post: threads are not supported yet");
	return 0;
}

int sem_destroy(void *semaphore) {
	(void)semaphore;
	__mc_unsupported("sem_destroy: threads are not supported yet");
	return 0;
}

int thrd_create(void *thread, int (*start)(void *), void *argument) {
	(void)thread, (void)start, (void)argument;
	__mc_unsupported("thrd_create: threads are not supported yet");
	return 0;
}

int thrd_join(unsigned long thread, int *result) {
	(void)thread, (void)result;
	__mc_unsupported("thrd_join: threads are not supported yet");
	return 0;
}

int thrd_detach(unsigned long thread) {
	(void)thread;
	__mc_unsupported("thrd_detach: threads are not supported yet");
	return 0;
}

void thrd_exit(int result) {
	(void)result;
	__mc_unsupported("thrd_exit: threads are not supported yet");
}

int mtx_init(void *mutex, int type) {
	(void)mutex, (void)type;
	__mc_unsupported("mtx_init: threads are not supported yet");
	return 0;
}

int mtx_lock(void *mutex) {
	(void)mutex;
	__mc_unsupported("mtx_lock: threads are not supported yet");
	return 0;
}

int mtx_trylock(void *mutex) {
	(void)mutex;
	__mc_unsupported("mtx_trylock: threads are not supported yet");
	return 0;
}

int mtx_unlock(void *mutex) {
	(void)mutex;
	__mc_unsupported("mtx_unlock: threads are not supported yet");
	return 0;
}

void mtx_destroy(void *mutex) {
	(void)mutex;
	__mc_unsupported("mtx_destroy: threads are not supported yet");
}

int cnd_init(void *condition) {
	(void)condition;
	__mc_unsupported("cnd_init: threads are not supported yet");
	return 0;
}

int cnd_wait(void *condition, void *mutex) {
	(void)condition, (void)mutex;
	__mc_unsupported("cnd_wait: threads are not supported yet");
	return 0;
}

int cnd_signal(void *condition) {
	(void)condition;
	__mc_unsupported("cnd_signal: threads are not supported yet");
	return 0;
}

int cnd_broadcast(void *condition) {
	(void)condition;
	__mc_unsupported("cnd_broadcast: threads are not supported yet");
	return 0;
}

void cnd_destroy(void *condition) {
	(void)condition;
	__mc_unsupported("cnd_destroy: threads are not supported yet");
}

int sched_yield(void) {
	return 0;
}

int pthread_equal(unsigned long a, unsigned long b) {
	return a == b;
}
