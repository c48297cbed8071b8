/* Both threads go on for as long as an input says.  Nothing remembers the inputs, so the states
 * repeat and the loops need no bound. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int busy;

static void *work(void *unused) {
	(void)unused;
	while (__VERIFIER_nondet_int() > 3) {
#ifndef BAD
		pthread_mutex_lock(&lock);
#endif
		busy = 1;
		busy = 0;
#ifndef BAD
		pthread_mutex_unlock(&lock);
#endif
	}
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	while (__VERIFIER_nondet_int()) {
		pthread_mutex_lock(&lock);
		assert(!busy);
		pthread_mutex_unlock(&lock);
	}
	pthread_join(t, NULL);
}
