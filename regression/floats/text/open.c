/* strtod of any text of two characters. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
	char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0}, *end;
	double x = strtod(text, &end);
	assert(end == text || end == text + 1 || end == text + 2);
	assert(x <= 99 && x >= -9);
	if (text[0] == '.' && end == text + 2)
		assert(x == (text[1] - '0') / 10.0);
#ifdef BUG
	assert(x != 42);
#else
	assert(x != 42.5);
#endif
}
