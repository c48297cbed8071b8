/* unverif: the first of two threads works on a shared counter if it is still the only one when it
 * looks; the number of threads only grows. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 3
#endif

static int present = 0, sum = 0;

static void *work(void *unused) {
	int own = 0;
	__sync_fetch_and_add(&present, 1);
#ifdef BUG
	if (present <= 2)
#else
	if (present == 1)
#endif
		for (int k = 0; k < ROUNDS; k++) {
			sum++;
			own++;
			assert(sum == own);
		}
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	pthread_create(&t1, NULL, work, NULL);
	pthread_create(&t2, NULL, work, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
