/* A word that threads set to 1 and back to 0: a lock only if they find 0 there first. */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);

int word, inside;

static void *run(void *none)
{
	int old = __atomic_exchange_n(&word, 1, __ATOMIC_SEQ_CST);
	__VERIFIER_assume(TAKEN);
	inside++;
	assert(inside == 1);
	inside--;
	__atomic_store_n(&word, 0, __ATOMIC_SEQ_CST);
	(void)old;
	return none;
}

int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, run, NULL);
	pthread_create(&t[1], NULL, run, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
