/* A variable of the environment may be set, but usually is not. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int level;

static void *work(void *p)
{
	level = 1;
	if (getenv("LEVEL"))
		level = 2;
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
#ifdef BUG
	assert(level == 2);
#else
	assert(level == 1);
#endif
}
