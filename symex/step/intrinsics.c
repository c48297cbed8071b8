#include "symex/step/intrinsics.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name;
	enum intrinsic which;
} intrinsics[] = {
    {"__mc_alloc", INTRINSIC_ALLOC},
    {"__mc_free", INTRINSIC_FREE},
    {"__mc_guard", INTRINSIC_GUARD},
    {"__mc_protect", INTRINSIC_PROTECT},
    {"__mc_copy", INTRINSIC_COPY},
    {"__mc_set", INTRINSIC_SET},
    {"__mc_havoc", INTRINSIC_HAVOC},
    {"__mc_havoc_input", INTRINSIC_HAVOC},
    {"__mc_exit", INTRINSIC_EXIT},
    {"__mc_abort", INTRINSIC_ABORT},
    {"__mc_option", INTRINSIC_OPTION},
    {"__mc_self", INTRINSIC_SELF},
    {"__mc_spawn", INTRINSIC_SPAWN},
    {"__mc_end_thread", INTRINSIC_END_THREAD},
    {"__mc_thread_data", INTRINSIC_THREAD_DATA},
    {"__mc_acquired", INTRINSIC_ACQUIRED},
    {"__mc_released", INTRINSIC_RELEASED},
    {"__mc_order_release", INTRINSIC_ORDER_RELEASE},
    {"__mc_order_acquire", INTRINSIC_ORDER_ACQUIRE},
    {"__mc_may_wake", INTRINSIC_MAY_WAKE},
    {"__mc_woke", INTRINSIC_WOKE},
    {"__mc_input", INTRINSIC_INPUT},
    {"__mc_input_byte", INTRINSIC_INPUT},
    {"__mc_input_variable", INTRINSIC_INPUT},
    {"__mc_setjmp", INTRINSIC_SETJMP},
    {"__mc_longjmp", INTRINSIC_LONGJMP},
    {"__mc_signal", INTRINSIC_SIGNAL},
    {"__mc_bounded", INTRINSIC_BOUNDED},
    {"__mc_note", INTRINSIC_NOTE},
    {"__mc_mark", INTRINSIC_MARK},
    {"__mc_kept_apart", INTRINSIC_KEPT_APART},
    {"__mc_splits", INTRINSIC_SPLITS},
    {"__mc_chosen", INTRINSIC_CHOSEN},
    {"__mc_calculate", INTRINSIC_CALCULATE},
    {"__mc_calculatef", INTRINSIC_CALCULATE},
    {"__mc_calculatel", INTRINSIC_CALCULATE},
    {"__mc_decimal", INTRINSIC_CALCULATE},
    {"__mc_decimalf", INTRINSIC_CALCULATE},
    {"__mc_decimall", INTRINSIC_CALCULATE},
    {"__mc_boundary", INTRINSIC_CALCULATE},
    {"__mc_boundaryf", INTRINSIC_CALCULATE},
    {"__mc_boundaryl", INTRINSIC_CALCULATE},
    {"__mc_text", INTRINSIC_CALCULATE},
    {"__mc_textl", INTRINSIC_CALCULATE},
    {"__mc_small", INTRINSIC_SMALL},
    {"__mt_begin", INTRINSIC_BEGIN},
    {"__mt_op", INTRINSIC_OPERATION},
    {"__mt_choose", INTRINSIC_CHOOSE},
    {"__mt_call", INTRINSIC_CALLED},
    {"__mt_return", INTRINSIC_RETURNED},
    {"__mt_result", INTRINSIC_RESULT},
    {"__mt_linearize", INTRINSIC_LINEARIZE},
};

enum intrinsic intrinsic_find(const char *name) {
	if (strncmp(name, "__mc_", 5) != 0 && strncmp(name, "__mt_", 5) != 0)
		return INTRINSIC_NONE;
	for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
		if (!strcmp(intrinsics[i].name, name))
			return intrinsics[i].which;
	return INTRINSIC_NONE;
}
