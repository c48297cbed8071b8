/* What atomic operations need beyond the instructions of frontend/lower/lower_atomic.c. */
#include "../mc.h"

/* Inside the section of a weak compare-exchange. */
int __model_weak_exchange_fails(void) {
	if (!__mc_option("weak-cas-may-fail") || !__mc_nondet_bool())
		return 0;
	__mc_note("fails without reason");
	__mc_mark("unfair", 1);
	return 1;
}
