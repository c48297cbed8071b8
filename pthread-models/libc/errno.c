/* errno: one per thread. */
#include "../mc.h"

static _Thread_local int error_number;

int *__errno_location(void) {
	return &error_number;
}

/* A call into the system failed, for a reason of its own. */
void __model_system_error(void) {
	int reason = __mc_nondet_int();
	__mc_assume(reason > 0 && reason < 134);
	error_number = reason;
}
