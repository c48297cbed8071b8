/* strtod of constants: rounded correctly, however the number is written. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#ifdef BUG
#define UP 9007199254740992.0
#else
#define UP 9007199254740994.0 /* next to it above */
#endif

int main(void)
{
	char *end;
	errno = 0;
	assert(strtod("9007199254740993", NULL) == 9007199254740992.0);
	assert(strtod("9007199254740993.00000000000000000000000000000000000000001", NULL) == UP);
	assert(strtod("0x1.8p3z", &end) == 12 && *end == 'z');
	assert(strtod("-infinity", NULL) == -INFINITY && isnan(strtod("nan(7)x", &end)) && *end == 'x');
	assert(strtof("16777217", NULL) == 16777216 && strtold("0.1", NULL) == 0.1L && errno == 0);
	assert(strtod("1e400", NULL) == INFINITY && errno == ERANGE);
	errno = 0;
	assert(strtod("1e-400", NULL) == 0 && errno == ERANGE);
	assert(atof("1e+") == 1);
}
