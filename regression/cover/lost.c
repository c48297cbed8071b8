/* Two threads add to a counter; an input chooses how much, and one update may get lost. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, mode;

static void *add(void *arg) {
#ifdef LOCKED
	pthread_mutex_lock(&m);
#endif
	if (mode == 7)
		x += 2;
	else
		x++;
#ifdef LOCKED
	pthread_mutex_unlock(&m);
#endif
	return arg;
}

int main(void) {
	pthread_t a, b;
	mode = __VERIFIER_nondet_int();
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_mutex_lock(&m);
	assert(x != 1);
	pthread_mutex_unlock(&m);
	return 0;
}
