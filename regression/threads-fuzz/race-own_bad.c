/* A thread about to read its own variable for the first time also reads c. */
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

int z, *p = &z;
_Atomic int c;
_Thread_local int own = 1;

static void *store(void *argument) {
	*p = own - c;
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
