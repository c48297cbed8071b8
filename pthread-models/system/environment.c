/* What models of system calls share: reasons to fail, waits that signals end. */
#include "environment.h"

int __model_any_of(const unsigned char *list, size_t n) {
	size_t i = 0;
	if (n > 1) {
		i = __mc_nondet_size();
		__mc_assume(i < n);
	}
	return list[i];
}

int __model_error(int reason) {
	*__errno_location() = reason;
	return -1;
}

int __model_begin_wait(void) {
	if (!__model_handles_signals)
		return 0;
	int me = __model_signal_self();
	__mc_atomic_begin();
	__model_awaits_handler[me] = AWAITS_NO_RESTART;
	__mc_atomic_end();
	return me | WAITER_COUNTS;
}

int __model_end_wait(int waiter) {
	if (waiter < WAITER_COUNTS)
		return 0;
	int me = waiter & 63, interrupted = __model_awaits_handler[me] == 0;
	__model_awaits_handler[me] = 0;
	return interrupted;
}

/* Whether what was waited for came before the signal, nobody knows. */
int __model_wait_outside(void) {
	int waiter = __model_begin_wait();
	if (waiter < WAITER_COUNTS)
		return 0;
	__mc_atomic_begin();
	__mc_atomic_end();
	__mc_atomic_begin();
	int interrupted = __model_end_wait(waiter);
	__mc_atomic_end();
	return interrupted && __mc_nondet_bool() ? EINTR : 0;
}
