/* Whoever gets the counterexample can type it in: arguments, lines, variables of the environment, and what another file would define. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct setting {
	int level;
	char name[3];
};

extern int limit;
extern struct setting setting;

int main(int argc, char **argv)
{
	char line[8], word[8], block[4];
	int n;
	double d;
	if (argc != 3 || strcmp(argv[1], "-v") != 0 || argv[2][0] != 'q' || argv[2][1] != 0)
		return 1;
	if (!fgets(line, sizeof line, stdin) || strcmp(line, "hi \"x\"\n") != 0)
		return 1;
	if (scanf("%d %lf %7s", &n, &d, word) != 3 || n != -77 || d != 2.5 || strcmp(word, "abc") != 0)
		return 1;
	if (read(0, block, 4) != 4 || memcmp(block, "wx\tz", 4) != 0)
		return 1;
	const char *home = getenv("HOME");
	if (getenv("SHELL") || !home || strcmp(home, "/x") != 0 || getchar() != '!')
		return 1;
	if (limit != 9 || setting.level != 4 || memcmp(setting.name, "abc", 3) != 0)
		return 1;
#ifdef BUG
	assert(argc != 3); /* violated */
#else
	assert(argc == 3);
#endif
}
