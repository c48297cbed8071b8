/* Which thread holds a lock, and numbers of threads, which mean nothing to users.  BUG: one thread
 * takes the wrong lock. */
#include <assert.h>
#include <pthread.h>

static struct {
	pthread_mutex_t lock;
	int balance;
} account;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first, second;

#ifdef BUG
#define LOCK &other
#else
#define LOCK &account.lock
#endif

static void *pay(void *unused) {
	pthread_mutex_lock(LOCK);
	account.balance = 7;
	assert(account.balance == 7);
	account.balance = 0;
	pthread_mutex_unlock(LOCK);
	return unused;
}

static void *collect(void *unused) {
	pthread_mutex_lock(&other);
	pthread_mutex_lock(&account.lock);
	assert(account.balance == 0);
	account.balance = 9;
	pthread_mutex_unlock(&other);
	account.balance = 0;
	pthread_mutex_unlock(&account.lock);
	return unused;
}

int main(void) {
	pthread_create(&first, NULL, collect, NULL);
	for (;;) {
		pthread_create(&second, NULL, pay, NULL);
		assert(first != 0);
	}
}
