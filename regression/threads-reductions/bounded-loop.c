/* The user bounds one loop.  Its rounds are counted, but not those of the others; no property depends on
 * what it computes, and that is no reason to drop it.  Threads take the lock again when it was taken. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int count, seen, taken;

static void *work(void *unused) {
	int n = __VERIFIER_nondet_int();
	for (int i = 0; i < n && i < 3; i++) {
		while (__atomic_exchange_n(&taken, 1, __ATOMIC_SEQ_CST))
			;
		count++;
		taken = 0;
	}
	for (int i = 0; i < 2; i++)
		seen = i;
	return unused;
}

int main(void) {
	pthread_t thread[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
#ifdef BUG
	assert(count < 6);
#else
	assert(count <= 6);
#endif
	return 0;
}
