#include <pthread.h>

static pthread_mutex_t accounts = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;
static int balance, entries;

static void *pay(void *unused) {
	pthread_mutex_lock(&accounts);
	pthread_mutex_lock(&journal);
	balance--;
	entries++;
	pthread_mutex_unlock(&journal);
	pthread_mutex_unlock(&accounts);
	return unused;
}

static void *audit(void *unused) {
	pthread_mutex_lock(&accounts);
	pthread_mutex_lock(&journal);
	if (balance + entries != 0)
		entries = 0;
	pthread_mutex_unlock(&journal);
	pthread_mutex_unlock(&accounts);
	return unused;
}

static void *receive(void *unused) {
	pthread_mutex_lock(&accounts);
	pthread_mutex_lock(&journal);
	balance++;
	pthread_mutex_unlock(&journal);
	pthread_mutex_unlock(&accounts);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, pay, NULL);
	pthread_create(&b, NULL, audit, NULL);
	receive(NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}
