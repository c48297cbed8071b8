/* Rounding modes.  __mc_rounding holds the engine's number of the mode (nearest 0, toward zero 1,
 * upward 2, downward 3); programs use their target's numbers. */
#include "../../mc.h"

#if defined(__i386__) || defined(__x86_64__)
enum { NEAREST = 0, DOWNWARD = 0x400, UPWARD = 0x800, TOWARD_ZERO = 0xc00 };
#elif defined(__aarch64__) || defined(__arm__)
enum { NEAREST = 0, UPWARD = 0x400000, DOWNWARD = 0x800000, TOWARD_ZERO = 0xc00000 };
#else
enum { NEAREST = 0, TOWARD_ZERO = 1, UPWARD = 2, DOWNWARD = 3 };
#endif

int __mc_rounding;

int fegetround(void) {
	switch (__mc_rounding) {
	case 0: return NEAREST;
	case 1: return TOWARD_ZERO;
	case 2: return UPWARD;
	default: return DOWNWARD;
	}
}

int fesetround(int mode) {
	switch (mode) {
	case NEAREST: __mc_rounding = 0; return 0;
	case TOWARD_ZERO: __mc_rounding = 1; return 0;
	case UPWARD: __mc_rounding = 2; return 0;
	case DOWNWARD: __mc_rounding = 3; return 0;
	default: return 1;
	}
}

int feclearexcept(int which) {
	(void)which;
	return 0;
}

int fetestexcept(int which) {
	(void)which;
	__mc_unsupported("fetestexcept: floating-point exceptions");
	return 0;
}

int feraiseexcept(int which) {
	(void)which;
	__mc_unsupported("feraiseexcept: floating-point exceptions");
	return 0;
}
