/* Another thread sees it, and it is a write like any other. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_nondet_memory(void *, unsigned long);

int shared[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
	(void)unused;
	pthread_mutex_lock(&m);
	__VERIFIER_nondet_memory(&shared[WHICH], sizeof *shared);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	pthread_mutex_lock(&m);
	assert(shared[0] == 0);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
