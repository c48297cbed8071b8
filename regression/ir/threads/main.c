/* Two threads add what main has chosen, with a lock or (-DRACE) without. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum, share;

void *adds(void *arg) {
	(void)arg;
#ifndef RACE
	pthread_mutex_lock(&lock);
#endif
	sum += share;
#ifndef RACE
	pthread_mutex_unlock(&lock);
#endif
	return NULL;
}

int main(void) {
	pthread_t t, u;
	share = __VERIFIER_nondet_int();
	if (share < 1 || share > 1000)
		return 0;
	pthread_create(&t, NULL, adds, NULL);
	pthread_create(&u, NULL, adds, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(sum > share && sum <= 2000);
}
