/* Options, their arguments, and what is left over, which goes to the end. */
#include <assert.h>
#include <getopt.h>
#include <string.h>

#ifndef TIMES
#define TIMES 2
#endif

int main(void)
{
	static const struct option options[] = {{"size", required_argument, 0, 's'}, {0, 0, 0, 0}};
	char *argv[] = {"prog", "x", "-ab", "val", "y", "--size=7", "-a", "--", "-z", 0};
	int c, a = 0, size = 0, argc = sizeof argv / sizeof *argv - 1;
	const char *b = 0;
	while ((c = getopt_long(argc, argv, "ab:", options, 0)) != -1)
		switch (c) {
		case 'a': a++; break;
		case 'b': b = optarg; break;
		case 's': size = optarg[0] - '0'; break;
		default: assert(0);
		}
	assert(a == TIMES); /* violated if it is not 2 */
	assert(size == 7 && strcmp(b, "val") == 0);
	assert(optind == 6 && strcmp(argv[optind], "x") == 0 && strcmp(argv[optind + 2], "-z") == 0);
}
