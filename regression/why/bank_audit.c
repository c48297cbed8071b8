/*
 * bank_audit.c - an audit adds up all accounts while transfers go on.
 *
 * Every account has a lock; a transfer holds both while it moves money.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define ACCOUNTS 2

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account account[ACCOUNTS];

static void transfer(struct account *from, struct account *to, long amount)
{
	struct account *first = from < to ? from : to;
	struct account *second = from < to ? to : from;

	pthread_mutex_lock(&first->lock);
	pthread_mutex_lock(&second->lock);
	from->balance -= amount;
	to->balance += amount;
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
}

static long audit(void)
{
	long total = 0;

	for (int i = 0; i < ACCOUNTS; i++) {
		pthread_mutex_lock(&account[i].lock);
		total += account[i].balance;
		pthread_mutex_unlock(&account[i].lock);
	}
	return total;
}

static void *customer(void *arg)
{
	transfer(&account[1], &account[0], 30);
	return arg;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < ACCOUNTS; i++) {
		pthread_mutex_init(&account[i].lock, NULL);
		account[i].balance = 100;
	}
	if (pthread_create(&thread, NULL, customer, NULL) != 0)
		return EXIT_FAILURE;
	long total = audit();
	printf("%ld\n", total);
	assert(total == 100 * ACCOUNTS);
	pthread_join(thread, NULL);
	return EXIT_SUCCESS;
}
