/* A thread about to read its own variable for the first time stores under a lock. */
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

int z, *p = &z;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
_Atomic int c;
_Thread_local int own = 1;

static void *store(void *argument) {
	pthread_mutex_lock(&m);
	*p = own - c;
	pthread_mutex_unlock(&m);
	atomic_exchange(&c, 2);
	return argument;
}

int main(void) {
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, store, NULL);
	__VERIFIER_assume(c == 0);
	return 0;
}
