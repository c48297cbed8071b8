/* banking, after Farchi, Nir and Ur, "Concurrent bug patterns and how to test them", IPDPS 2003:
 * each account has a lock and a clerk, who pays in, pays out and transfers to the next account.
 * With BUG, the transfer takes only the lock of the account that the money comes from, and a
 * payment of the other clerk gets lost. */
#include <assert.h>
#include <pthread.h>

#ifndef ACCOUNTS
#define ACCOUNTS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static struct account {
	pthread_mutex_t lock;
	int balance;
} bank[ACCOUNTS];

static void pay_in(struct account *a, int amount) {
	pthread_mutex_lock(&a->lock);
	a->balance += amount;
	pthread_mutex_unlock(&a->lock);
}

static void pay_out(struct account *a, int amount) {
	pthread_mutex_lock(&a->lock);
	if (a->balance >= amount)
		a->balance -= amount;
	pthread_mutex_unlock(&a->lock);
}

static void transfer(struct account *from, struct account *to, int amount) {
	pthread_mutex_lock(&from->lock);
	from->balance -= amount;
#ifdef BUG
	to->balance += amount;
	pthread_mutex_unlock(&from->lock);
#else
	pthread_mutex_unlock(&from->lock);
	pay_in(to, amount);
#endif
}

static void *clerk(void *arg) {
	int own = (int)(long)arg, next = (own + 1) % ACCOUNTS;
	for (int i = 0; i < ROUNDS; i++) {
		pay_in(&bank[own], 300);
		pay_out(&bank[own], 100);
		transfer(&bank[own], &bank[next], 99);
	}
	return NULL;
}

int main(void) {
	pthread_t thread[ACCOUNTS];
	for (int i = 0; i < ACCOUNTS; i++)
		pthread_mutex_init(&bank[i].lock, NULL);
	for (int i = 0; i < ACCOUNTS; i++)
		pthread_create(&thread[i], NULL, clerk, (void *)(long)i);
	for (int i = 0; i < ACCOUNTS; i++)
		pthread_join(thread[i], NULL);
	for (int i = 0; i < ACCOUNTS; i++)
		assert(bank[i].balance == ROUNDS * 200);
	return 0;
}
