/* Every access to the balance is locked, and yet it goes below zero: between looking and taking,
 * others come in.  -DFIXED: one lock around both. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int balance = 100;
static pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER;

static void *withdraw(void *arg)
{
	int amount = *(int *)arg;
	pthread_mutex_lock(&account);
	int enough = balance >= amount;
#ifndef FIXED
	pthread_mutex_unlock(&account);
	pthread_mutex_lock(&account);
#endif
	if (enough)
		balance -= amount;
	pthread_mutex_unlock(&account);
	return NULL;
}

int main(void)
{
	int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
	__VERIFIER_assume(first > 0 && first <= 100 && second > 0 && second <= 100);
	pthread_t a, b;
	pthread_create(&a, NULL, withdraw, &first);
	pthread_create(&b, NULL, withdraw, &second);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(balance >= 0);
	return 0;
}
