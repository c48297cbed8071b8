/* --env gives a variable its value; the others are arbitrary, or not set in the usual environment. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	const char *mode = getenv("MODE"), *empty = secure_getenv("EMPTY");
	assert(mode && !strcmp(mode, "a=\"b\" \\1?"));
	assert(empty && !*empty);
#ifdef BUG
	assert(!getenv("MOD"));
#endif
}
