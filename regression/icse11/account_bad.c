/* account, after the INSPECT benchmarks (University of Utah): a deposit and a withdrawal of any
 * amount, and an auditor who checks the balance once both are booked. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned opening, paid_in, paid_out, balance;
static _Bool deposited = 0, withdrawn = 0;

static void *deposit(void *unused) {
	pthread_mutex_lock(&lock);
	balance += paid_in;
	deposited = 1;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *withdraw(void *unused) {
	unsigned before = balance;
	pthread_mutex_lock(&lock);
	balance = before - paid_out;
	withdrawn = 1;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *audit(void *unused) {
	pthread_mutex_lock(&lock);
	if (deposited && withdrawn)
		assert(balance == opening + paid_in - paid_out);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void) {
	pthread_t depositor, withdrawer, auditor;
	opening = balance = __VERIFIER_nondet_uint();
	paid_in = __VERIFIER_nondet_uint();
	paid_out = __VERIFIER_nondet_uint();
	pthread_create(&depositor, NULL, deposit, NULL);
	pthread_create(&withdrawer, NULL, withdraw, NULL);
	pthread_create(&auditor, NULL, audit, NULL);
	pthread_join(depositor, NULL);
	pthread_join(withdrawer, NULL);
	pthread_join(auditor, NULL);
	return 0;
}
