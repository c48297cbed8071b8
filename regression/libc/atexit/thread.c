/* A thread calls exit: handlers run in it, while the others go on. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int n;

static void handler(void)
{
	int seen = n;
	assert(seen == 0 || seen == 1);
#ifdef BUG
	assert(seen == 0); /* violated: main is faster */
#endif
}

static void *leaver(void *none)
{
	(void)none;
	exit(0);
}

int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, leaver, NULL);
	n = 1;
	pthread_join(t, NULL);
	assert(0); /* never: the program has ended */
}
