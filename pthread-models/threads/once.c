/* pthread_once and call_once. */
#include "thread.h"

enum { ONCE_NEW = 0, ONCE_DONE = 1, ONCE_RUNNING = 2 }; /* by thread n: ONCE_RUNNING + n */

/* A routine that is cancelled has not been called. */
static void forget_once(void *control) {
	__mc_atomic_begin();
	*(int *)control = ONCE_NEW;
	__mc_order_release(control);
	__mc_atomic_end();
}

static void run_once(int *control, void (*routine)(void)) {
	struct cleanup forget;
	__model_cleanup_push(&forget, forget_once, control);
	routine();
	__model_cleanup_pop(&forget, 0);
	__mc_atomic_begin();
	*control = ONCE_DONE;
	__mc_order_release(control);
	__mc_atomic_end();
}

int pthread_once(int *control, void (*routine)(void)) {
	int me = __mc_self();
	__mc_wait_until(*control < ONCE_RUNNING, __mc_sync_once, control, *control - ONCE_RUNNING);
	int is_first = *control == ONCE_NEW;
	__mc_order_acquire(control);
	if (is_first)
		*control = ONCE_RUNNING + me;
	__mc_atomic_end();
	if (is_first)
		run_once(control, routine);
	return 0;
}

void call_once(int *flag, void (*routine)(void)) {
	pthread_once(flag, routine);
}
