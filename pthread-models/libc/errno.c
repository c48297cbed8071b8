/* errno: one per thread. */
#include "../system/environment.h"

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

/* The variable itself, no pointer that would be checked: see __model_any_of. */
int __model_error(int reason) {
	error_number = reason;
	return -1;
}
