/* Two threads deposit what they read under a lock; the unsafe one (-DRACE) reads before it locks. */
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned balance;

void *deposit(void *arg) {
	unsigned amount = *(unsigned *)arg, old;
#ifdef RACE
	old = balance;
	pthread_mutex_lock(&lock);
#else
	pthread_mutex_lock(&lock);
	old = balance;
#endif
	if (amount % 8 != 3)
		balance = old + amount;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void) {
	pthread_t t, u;
	unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint();
	unsigned expect = (first % 8 != 3 ? first : 0) + (second % 8 != 3 ? second : 0);
	pthread_create(&t, NULL, deposit, &first);
	pthread_create(&u, NULL, deposit, &second);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(balance == expect);
}
