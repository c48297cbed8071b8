/* A loop that threads execute in an atomic section, and outside of one with other values.  BUG: it
 * goes one round too far outside. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void count(int to) {
	int n = 0;
	while (n < to)
		n++;
#ifdef BUG
	n += to == 2;
#endif
	assert(n == to);
}

static void *worker(void *unused) {
	__VERIFIER_atomic_begin();
	count(1);
	__VERIFIER_atomic_end();
	count(2);
	return unused;
}

int main(void) {
	pthread_t t;
	for (;;)
		pthread_create(&t, NULL, worker, NULL);
}
