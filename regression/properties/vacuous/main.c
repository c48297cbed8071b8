/* An assertion that holds because nothing comes there; and twins in which something does. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#ifndef LOW
#define LOW 5
#endif
#ifndef WANTED
#define WANTED 1
#endif

static int flag, data;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *arg)
{
	pthread_mutex_lock(&lock);
	data = 1;
	flag = 1;
	pthread_mutex_unlock(&lock);
	return arg;
}

static int twice(int n)
{
	return 2 * n;
}

int main(void)
{
	pthread_t t;
	int x = __VERIFIER_nondet_int();

	__VERIFIER_assume(x > LOW);
	__VERIFIER_assume(x < 10);
#ifdef THREAD
	pthread_create(&t, NULL, set, NULL);
	pthread_mutex_lock(&lock);
	if (flag == WANTED)
		assert(data == 1);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
#else
	(void)t;
	(void)set;
#endif
	if (x > 9)
		assert(0); /* is not meant to be reached */
	assert(x < 10 || twice(x) > 20);
	return 0;
}
