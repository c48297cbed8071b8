/*
 * bank.c - transfers between accounts, each with its own lock.
 *
 * Which accounts and how much comes from outside (the form on the web
 * page); here, it may be anything.
 *
 * BUG: transfer() locks the source and then the target.  Two transfers in
 * opposite directions wait for each other.  The fixed version locks the
 * account with the smaller number first.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define ACCOUNTS  3
#define CLIENTS   2
#define INITIALLY 100

extern unsigned __VERIFIER_nondet_uint(void);

struct account {
	pthread_mutex_t lock;
	long balance;
	unsigned transfers;
};

static struct account accounts[ACCOUNTS];

struct order {
	unsigned from, to;
	long amount;
};

static void bank_open(void)
{
	for (int i = 0; i < ACCOUNTS; i++) {
		pthread_mutex_init(&accounts[i].lock, NULL);
		accounts[i].balance = INITIALLY;
	}
}

static bool valid(const struct order *o)
{
	return o->from < ACCOUNTS && o->to < ACCOUNTS && o->from != o->to && o->amount > 0;
}

/* Returns false if the source does not have that much. */
static bool transfer(const struct order *o)
{
	struct account *from = &accounts[o->from];
	struct account *to = &accounts[o->to];
#ifdef BUG
	struct account *first = from, *second = to;
#else
	struct account *first = o->from < o->to ? from : to;
	struct account *second = o->from < o->to ? to : from;
#endif
	bool ok = false;

	pthread_mutex_lock(&first->lock);
	pthread_mutex_lock(&second->lock);
	if (from->balance >= o->amount) {
		from->balance -= o->amount;
		to->balance += o->amount;
		from->transfers++;
		to->transfers++;
		ok = true;
	}
	assert(from->balance >= 0);
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
	return ok;
}

static void *client(void *arg)
{
	struct order *o = arg;

	if (valid(o) && !transfer(o))
		fprintf(stderr, "account %u: insufficient funds\n", o->from);
	return NULL;
}

int main(void)
{
	pthread_t threads[CLIENTS];
	struct order orders[CLIENTS];
	long total = 0;

	bank_open();
	for (int i = 0; i < CLIENTS; i++) {
		orders[i].from = __VERIFIER_nondet_uint();
		orders[i].to = __VERIFIER_nondet_uint();
		orders[i].amount = __VERIFIER_nondet_uint() % 1000;
		if (pthread_create(&threads[i], NULL, client, &orders[i]) != 0) {
			perror("pthread_create");
			exit(EXIT_FAILURE);
		}
	}
	for (int i = 0; i < CLIENTS; i++)
		pthread_join(threads[i], NULL);

	for (int i = 0; i < ACCOUNTS; i++)
		total += accounts[i].balance;
	assert(total == ACCOUNTS * INITIALLY); /* no money is made or lost */
	return 0;
}
