/* Loops of at most three rounds, in which --unwind allows twelve: the search ends where they end. */
#include <assert.h>
#include <pthread.h>

#ifndef MOST
#define MOST 18
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *adds(void *unused) {
	unsigned n = __VERIFIER_nondet_uint();
	__VERIFIER_assume(n <= 3);
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < n; k++) {
			pthread_mutex_lock(&lock);
			sum++;
			pthread_mutex_unlock(&lock);
		}
	return NULL;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, adds, NULL);
	pthread_create(&u, NULL, adds, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(sum <= MOST);
	return 0;
}
