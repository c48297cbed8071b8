/* The assembly is not understood, and is reached only where LEVEL is set: nothing is known of all that the environment
 * may do, but the usual one is proved. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int level;

static void *work(void *p)
{
	if (getenv("LEVEL"))
		__asm__("frobnicate %0" : "+m"(level));
	level++;
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
#ifdef BUG
	assert(level == 0);
#else
	assert(level == 1);
#endif
}
