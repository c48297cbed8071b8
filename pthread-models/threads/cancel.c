/* Cancellation, and handlers that clean up.
 *
 * A cancelled thread ends at its next cancellation point: pthread_testcancel, pthread_join,
 * pthread_cond_wait, sem_wait, their timed variants, the functions that sleep, and those of system/
 * that wait for the environment.
 */
#include "thread.h"

#define CANCELED ((void *)-1)

void __model_cancel_self(void) {
	__model_end_thread(CANCELED);
}

int pthread_cancel(unsigned long thread) {
	struct thread *t = __model_find_thread(thread);
	__model_need_thread(t);
	if (t == NULL)
		return ESRCH;
	__mc_atomic_try(__mc_sync_join); /* ends a wait in which the thread joins another */
	__mc_assert(!ID_IS_OVER(t), "lock",
	            "a thread is cancelled that was joined, or was detached and has ended");
	int act = t == __model_self() && t->cancel == CANCEL_ASYNCHRONOUS;
	if (t->cancel == CANCEL_ASYNCHRONOUS && !act && !t->has_ended)
		__mc_unsupported("pthread_cancel of a thread that may be cancelled at any time");
	t->cancel |= CANCEL_PENDING;
	__mc_atomic_end();
	if (act)
		__model_cancel_self();
	return 0;
}

void pthread_testcancel(void) {
	struct thread *self = __model_self();
	__mc_atomic_begin();
	int cancelled = CANCELLED(self);
	__mc_atomic_end();
	if (cancelled)
		__model_cancel_self();
}

/* Sets one bit of a thread's own; the thread ends here if that makes it end at any time. */
static void set_cancel(int bit, int on, int *old) {
	struct thread *self = __model_self();
	__mc_atomic_begin();
	int before = (self->cancel & bit) != 0;
	self->cancel = (self->cancel & ~bit) | (on ? bit : 0);
	int act = self->cancel == (CANCEL_PENDING | CANCEL_ASYNCHRONOUS);
	__mc_atomic_end();
	if (old != NULL)
		*old = before;
	if (act)
		__model_cancel_self();
}

int pthread_setcancelstate(int state, int *old) {
	if (state != 0 && state != 1) /* PTHREAD_CANCEL_ENABLE, _DISABLE */
		return EINVAL;
	set_cancel(CANCEL_DISABLED, state, old);
	return 0;
}

int pthread_setcanceltype(int type, int *old) {
	if (type != 0 && type != 1) /* PTHREAD_CANCEL_DEFERRED, _ASYNCHRONOUS */
		return EINVAL;
	set_cancel(CANCEL_ASYNCHRONOUS, type, old);
	return 0;
}

void __model_cleanup_push(struct cleanup *c, void (*routine)(void *), void *argument) {
	c->routine = routine;
	c->argument = argument;
	c->below = __model_cleanups;
	__model_cleanups = c;
}

void __model_cleanup_pop(struct cleanup *c, int execute) {
	__model_cleanups = c->below;
	if (execute)
		c->routine(c->argument);
}

/* What the macros pthread_cleanup_push and _pop of older headers call, and those of newer ones
 * through frontend/lower/lower_cleanup.c. */
void _pthread_cleanup_push(struct cleanup *c, void (*routine)(void *), void *argument) {
	__model_cleanup_push(c, routine, argument);
}

void _pthread_cleanup_pop(struct cleanup *c, int execute) {
	__model_cleanup_pop(c, execute);
}

void _pthread_cleanup_push_defer(struct cleanup *c, void (*routine)(void *), void *argument) {
	__model_cleanup_push(c, routine, argument);
	pthread_setcanceltype(0, &c->type);
}

void _pthread_cleanup_pop_restore(struct cleanup *c, int execute) {
	__model_cleanups = c->below;
	pthread_setcanceltype(c->type, NULL);
	if (execute)
		c->routine(c->argument);
}

/* frontend/lower/lower_cleanup.c registers handlers so that nothing jumps back to them. */
void __pthread_unwind_next(void *buffer) {
	(void)buffer;
	__mc_unsupported("__pthread_unwind_next");
}
