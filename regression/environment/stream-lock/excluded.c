/* The lock of a stream excludes other holders, is recursive, and can be tried. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int x;

static void *run(void *argument) {
	flockfile(stderr);
	x++;
#ifndef LEFT_OPEN
	funlockfile(stderr);
#endif
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	if (ftrylockfile(stderr) == 0) {
		assert(ftrylockfile(stderr) == 0);
		funlockfile(stderr);
		x++;
		funlockfile(stderr);
#ifdef NOT_HELD
		funlockfile(stderr);
#endif
	}
	pthread_join(t, NULL);
	assert(x == 1 || x == 2);
#ifdef NEVER_TWO
	assert(x == 1);
#endif
	fputs("the end", stderr);
}
