/* The number in an argument: every text has one value, and some text has any of them. */
#include <assert.h>
#include <stdlib.h>

#ifndef BASE
#define BASE 10
#endif

int main(int argc, char **argv)
{
	if (argc != 2)
		return 0;
	char *end;
	long n = strtol(argv[1], &end, BASE);
	if (argv[1][0] == '0' && argv[1][1] == 'x' && argv[1][2] == '1' && argv[1][3] == 'f')
		assert(n == (BASE == 10 ? 0 : 31) || argv[1][4] != 0);
	if (argv[1][0] == ' ' && argv[1][1] == '-' && argv[1][2] == '7' && argv[1][3] == 'x')
		assert(n == -7 && end == argv[1] + 3);
	assert(n <= 9999999 || BASE != 10);
#ifdef BUG
	assert(n != -31415 || *end != 'x'); /* violated */
#endif
}
