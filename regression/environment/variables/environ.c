/* The array of all variables has those that are given. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(void)
{
	int n = 0;
	while (environ[n])
		n++;
	assert(n == 2 && !strcmp(environ[1], "B=2"));
	assert(!strcmp(getenv("A"), "1") && !getenv("C"));
	environ++;
	assert(!getenv("A"));
}
