/* What models of system calls share: reasons to fail, waits that signals end. */
#include "environment.h"

/* No access here is checked: what fails for a reason that nobody looks at is to be sliced away, and
 * checks would keep it. */
int __model_any_of(const unsigned char *list, size_t n) {
	size_t i = 0;
	if (n > 1) {
		i = __mc_nondet_size();
		__mc_assume(i < n);
	}
	unsigned char reason;
	__mc_copy(&reason, list + i, 1);
	return reason;
}

/* A program that sets no handler pays nothing for any of this. */
int __model_begin_wait(void) {
#ifdef USES_set_action
	if (!__model_handles_signals)
		return 0;
	int me = __model_signal_self();
	__mc_atomic_begin();
	__model_awaits_handler[me] = AWAITS_NO_RESTART;
	__mc_atomic_end();
	return me | WAITER_COUNTS;
#else
	return 0;
#endif
}

int __model_end_wait(int waiter) {
#ifdef USES_set_action
	if (waiter < WAITER_COUNTS)
		return 0;
	int me = waiter & 63, interrupted = __model_awaits_handler[me] == 0;
	__model_awaits_handler[me] = 0;
	return interrupted;
#else
	return waiter;
#endif
}

/* Whether what was waited for came before the signal, nobody knows. */
int __model_wait_outside(void) {
#ifdef USES_set_action
	int waiter = __model_begin_wait();
	if (waiter < WAITER_COUNTS)
		return 0;
	__mc_atomic_begin();
	__mc_atomic_end();
	__mc_atomic_begin();
	int interrupted = __model_end_wait(waiter);
	__mc_atomic_end();
	return interrupted && __mc_nondet_bool() ? EINTR : 0;
#else
	return 0;
#endif
}

static _Thread_local int inputs_so_far;
static _Thread_local int input_was_over;

int __model_input_is_over(void) {
	if (inputs_so_far < __mc_option("input-reads")) {
		inputs_so_far++;
		return 0;
	}
	input_was_over = 1;
	return 1;
}

int __model_input_was_over(void) {
	return input_was_over;
}
