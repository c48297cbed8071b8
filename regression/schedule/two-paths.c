/* On one of two paths another lock is held below the one that both hold; a thread is created on either. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *run(void *p) {
	pthread_mutex_lock(&m);
	int old = x;
	x = old + (p ? 2 : 1);
	pthread_mutex_unlock(&m);
	return p;
}

int main(void) {
	pthread_t t;
	int c = __VERIFIER_nondet_int();
	if (c) {
		pthread_mutex_lock(&k);
		pthread_mutex_lock(&l);
	} else {
		pthread_mutex_lock(&l);
	}
	if (c)
		pthread_create(&t, 0, run, &y);
	else
		pthread_create(&t, 0, run, 0);
#ifdef BUG
	if (!c)
#endif
	pthread_mutex_lock(&m);
	int old = x;
	x = old + 4;
#ifdef BUG
	if (!c)
#endif
	pthread_mutex_unlock(&m);
	if (c)
		pthread_mutex_unlock(&k);
	pthread_mutex_unlock(&l);
	pthread_join(t, 0);
	assert(x == (c ? 6 : 5));
	return 0;
}
