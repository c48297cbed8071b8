/* Two threads add to a sum under a lock; the unsafe one (-DMORE) adds once too often. */
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned sum, n;

void *adds(void *arg) {
	(void)arg;
	pthread_mutex_lock(&lock);
	if (n < 100)
		sum += n;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void) {
	pthread_t t, u;
	n = __VERIFIER_nondet_uint();
	pthread_create(&t, NULL, adds, NULL);
	pthread_create(&u, NULL, adds, NULL);
#ifdef MORE
	adds(NULL);
#endif
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(sum <= 198);
}
