/* A value that is too large: the search finds some such value, a person wants a small one. */
#include <assert.h>
#include <pthread.h>

#ifdef SAFE
#define LIMIT 2147483647
#else
#define LIMIT 100
#endif

int __VERIFIER_nondet_int(void);

static int level, seen;

static void *watch(void *arg)
{
	seen = level;
	return arg;
}

int main(void)
{
	pthread_t t;

	level = __VERIFIER_nondet_int();
	pthread_create(&t, NULL, watch, NULL);
	pthread_join(t, NULL);
	assert(seen <= LIMIT);
	return 0;
}
