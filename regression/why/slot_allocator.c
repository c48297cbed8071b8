/*
 * slot_allocator.c - hands out slots of a table without a lock: free slots are
 * a list, its head is changed by compare-and-swap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define SLOTS 3
#define NONE  255u

struct slot {
	atomic_uint next;
	atomic_int users;
};

static struct slot slot[SLOTS];
static atomic_uint first_free;

static unsigned slot_get(void)
{
	unsigned i = atomic_load(&first_free);
	unsigned next;

	do {
		if (i == NONE)
			return NONE;
		next = atomic_load(&slot[i].next);
	} while (!atomic_compare_exchange_strong(&first_free, &i, next));
	assert(atomic_fetch_add(&slot[i].users, 1) == 0); /* nobody else has it */
	return i;
}

static void slot_put(unsigned i)
{
	unsigned first = atomic_load(&first_free);

	atomic_fetch_sub(&slot[i].users, 1);
	do
		atomic_store(&slot[i].next, first);
	while (!atomic_compare_exchange_strong(&first_free, &first, i));
}

static void *one(void *arg)
{
	slot_get();
	slot_get();
	return arg;
}

static void *other(void *arg)
{
	unsigned a = slot_get();

	slot_get();
	if (a != NONE)
		slot_put(a);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	for (unsigned i = 0; i < SLOTS; i++)
		slot[i].next = i + 1 < SLOTS ? i + 1 : NONE;
	if (pthread_create(&t1, NULL, one, NULL) != 0 || pthread_create(&t2, NULL, other, NULL) != 0)
		return EXIT_FAILURE;
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	printf("%u\n", atomic_load(&first_free));
	return EXIT_SUCCESS;
}
