/* Cause: the balance is read under the lock (10) and written back under it later (14): another deposit is lost. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *unused) {
	pthread_mutex_lock(&m);
	int now = balance;
	pthread_mutex_unlock(&m);
	now += 10;
	pthread_mutex_lock(&m);
	balance = now;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, deposit, NULL);
	pthread_create(&b, NULL, deposit, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(balance == 20);
	return 0;
}
