/* How a program is started: --args gives its arguments, and with --args-may-be-empty it may have none, not even its name. */
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
	assert(argv[argc] == 0);
#ifdef NAME
	assert(argv[0][0] != 1 || argc > 0); /* violated: argv[0] may be null */
#endif
#ifdef WORDS
	assert(argc == WORDS && strcmp(argv[1], "-v") == 0 && strcmp(argv[2], "a b") == 0);
#endif
}
