#include "frontend/lower.h"

bool lw_simd_builtin(struct lw *lw, CXCursor call, const char *name, const struct expr **value) {
	(void)lw;
	(void)call;
	(void)name;
	(void)value;
	return false;
}
