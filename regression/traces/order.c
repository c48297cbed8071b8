/* Locks in another order, for values that are too large: a small one is reported. */
#include <pthread.h>

#ifdef SAFE
#define LIMIT 2147483647
#else
#define LIMIT 100
#endif

int __VERIFIER_nondet_int(void);

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int level;

static void both(pthread_mutex_t *outer, pthread_mutex_t *inner)
{
	pthread_mutex_lock(outer);
	pthread_mutex_lock(inner);
	pthread_mutex_unlock(inner);
	pthread_mutex_unlock(outer);
}

static void *other(void *arg)
{
	both(&a, &b);
	return arg;
}

int main(void)
{
	pthread_t t;

	level = __VERIFIER_nondet_int();
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	if (level > LIMIT)
		both(&b, &a);
	return 0;
}
