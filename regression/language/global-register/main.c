/* Each thread has a register of its own, so that main does not see what the other one writes. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef GLOBAL
register long x asm("rbx");
#else
static long x;
#endif

static void *f(void *unused)
{
	(void)unused;
#ifndef WITHOUT
	x = 5;
#endif
	return NULL;
}

int main(void)
{
	pthread_t t;
	register long local = 5;
	pthread_create(&t, NULL, f, NULL);
	pthread_join(t, NULL);
#ifndef WITHOUT
	assert(x == local);
#endif
	assert(local == VALUE);
}
