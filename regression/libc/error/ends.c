/* error ends the program unless its status is 0, err always does, warn never. */
#include <assert.h>
#include <err.h>
#include <error.h>
#include <locale.h>

#ifndef STATUS
#define STATUS 1
#endif

int __VERIFIER_nondet_int(void);

int main(void)
{
	if (setlocale(LC_ALL, ""))
		assert(localeconv()->decimal_point[0] == '.');
	error(0, 0, "a message");
	warn("another");
	warnx("one more");
	if (__VERIFIER_nondet_int()) {
		errx(0, "%d", 3);
		assert(0); /* never */
	}
	error(STATUS, 0, "the end");
	assert(0); /* violated if STATUS is 0 */
}
