/* As only-usual.c, but it is an input that decides, and no call of the system: nothing is said about the usual
 * environment. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int level;

static void *work(void *p)
{
	if (__VERIFIER_nondet_int())
		__asm__("frobnicate %0" : "+m"(level));
	level++;
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	assert(level == 1);
}
