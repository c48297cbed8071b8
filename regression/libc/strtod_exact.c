/* What strtod makes of a constant text is one number, as IEEE 754 rounds it, and errno is known. */
#include <assert.h>
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdlib.h>

/* Just between two numbers, with more digits than fit into two words. */
#define TIE "0.500000000000000166533453693773481063544750213623046875"

int main(void) {
	char *end;
	errno = 0;
	switch (TEXT) {
	case 0: assert(strtod("0x1.8p-1074", NULL) == VALUE); break;
	case 1: assert(strtod(TIE, NULL) == VALUE); break;
	case 2: assert(strtod(TIE "001", NULL) == VALUE); break;
	case 3: assert(strtod("2.2250738585072011e-308", NULL) < 0x1p-1022 && errno == VALUE); break;
	case 4: assert(strtof("0x1.fffffep-127", NULL) == 0x1p-126f && errno == VALUE); break;
	case 5: assert(signbit(strtod("-x", &end)) == VALUE); break;
	case 6:
		fesetround(FE_UPWARD);
		assert(strtod("-0.1", NULL) == VALUE);
		break;
	case 7:
		fesetround(FE_TOWARDZERO);
		assert(strtod("1e400", NULL) == 0x1.fffffffffffffp1023 && errno == VALUE);
		break;
	case 8: assert(!!signbit(strtod("-nan", NULL)) == VALUE && !signbit(strtod("nan", NULL))); break;
	}
}
