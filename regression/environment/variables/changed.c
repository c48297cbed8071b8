/* What the program sets, it finds. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *set(void *p)
{
#ifndef BUG
	if (setenv("A", "two", 1))
		exit(1);
#else
	setenv("A", "two", 1);
#endif
	return p;
}

int main(void)
{
	pthread_t t;
	if (setenv("A", "one", 1))
		return 1;
	assert(!strcmp(getenv("A"), "one"));
	pthread_create(&t, 0, set, 0);
	const char *now = getenv("A");
	assert(!strcmp(now, "one") || !strcmp(now, "two"));
	pthread_join(t, 0);
	assert(!strcmp(getenv("A"), "two"));
	if (setenv("B", "new", 0))
		return 1;
	const char *b = getenv("B");
	assert(b && b == getenv("B"));
	static char own[] = "C=c";
	if (putenv(own))
		return 1;
	own[2] = 'd';
	assert(!strcmp(getenv("C"), "d"));
	assert(unsetenv("A") == 0 && !getenv("A"));
	assert(setenv("A=", "x", 1) == -1 && errno == EINVAL);
	clearenv();
	assert(!getenv("C") && !getenv("PATH"));
}
