/*
 * account_pointers.c - accounts with a pointer to the lock of their branch.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct branch {
	pthread_mutex_t lock;
	const char *name;
};

struct account {
	struct branch *branch;
	long balance;
};

static struct branch north = { PTHREAD_MUTEX_INITIALIZER, "north" };
static struct branch south = { PTHREAD_MUTEX_INITIALIZER, "south" };
static struct account ann = { &north, 50 };
static struct account bob = { &south, 50 };

static void pay(struct account *from, struct account *to, long amount)
{
	pthread_mutex_t *mine = &from->branch->lock;
	pthread_mutex_t *theirs = &to->branch->lock;

	pthread_mutex_lock(mine);
	pthread_mutex_lock(theirs);
	from->balance -= amount;
	to->balance += amount;
	pthread_mutex_unlock(theirs);
	pthread_mutex_unlock(mine);
}

static void *rent(void *arg)
{
	pay(&ann, &bob, 20);
	return arg;
}

static void *salary(void *arg)
{
	pay(&bob, &ann, 35);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	if (pthread_create(&first, NULL, rent, NULL) != 0 ||
	    pthread_create(&second, NULL, salary, NULL) != 0)
		return EXIT_FAILURE;
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	assert(ann.balance + bob.balance == 100);
	printf("%s %ld, %s %ld\n", north.name, ann.balance, south.name, bob.balance);
	return EXIT_SUCCESS;
}
