/*
 * lockfree_stack.c - Treiber's stack over a fixed array of nodes.
 *
 * Links are indices (-1: none).  The head is one word that is changed by
 * compare-and-swap.
 *
 * BUG: the head has no version.  While a thread is between reading
 * head->next and its compare-and-swap, others may pop that node, pop the
 * next one and push the first one back; the compare-and-swap succeeds
 * and makes a node the head that somebody else owns (ABA).
 * The fixed version counts changes in the upper half of the word.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#define NODES 3
#define NONE  0xffffu

static struct node {
	_Atomic uint32_t next;
	atomic_int owner; /* 0: on the stack; else the thread that has it */
} nodes[NODES];

/* index in the lower 16 bits, version in the upper 16 bits */
static _Atomic uint32_t head;

static uint32_t make_head(uint32_t index, uint32_t old)
{
#ifdef BUG
	(void)old;
	return index;
#else
	return index | ((old & 0xffff0000u) + 0x10000u);
#endif
}

static void push(uint32_t index)
{
	uint32_t old = atomic_load(&head);

	atomic_store(&nodes[index].owner, 0);
	do {
		atomic_store(&nodes[index].next, old & 0xffffu);
	} while (!atomic_compare_exchange_weak(&head, &old, make_head(index, old)));
}

/* Returns the index of a node that now belongs to 'self', or NONE. */
static uint32_t pop(int self)
{
	uint32_t old = atomic_load(&head);
	uint32_t index, next;

	do {
		index = old & 0xffffu;
		if (index == NONE)
			return NONE;
		next = atomic_load(&nodes[index].next);
	} while (!atomic_compare_exchange_weak(&head, &old, make_head(next, old)));

	int before = atomic_exchange(&nodes[index].owner, self);
	assert(before == 0); /* nobody else may have it */
	return index;
}

/* Takes one node and keeps it. */
static void *keep_one(void *arg)
{
	int self = *(int *)arg;
	uint32_t a = pop(self);

	if (a != NONE)
		assert(atomic_load(&nodes[a].owner) == self);
	return NULL;
}

/* Takes two nodes, and gives the first one back. */
static void *keep_second(void *arg)
{
	int self = *(int *)arg;
	uint32_t a = pop(self);
	uint32_t b = pop(self);

	if (a != NONE)
		push(a);
	uint32_t c = pop(self);
	if (b != NONE)
		assert(atomic_load(&nodes[b].owner) == self);
	(void)c;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;
	int id1 = 1, id2 = 2;

	for (uint32_t i = 0; i < NODES; i++)
		atomic_init(&nodes[i].next, i + 1 < NODES ? i + 1 : NONE);
	atomic_init(&head, 0);

	pthread_create(&t1, NULL, keep_one, &id1);
	pthread_create(&t2, NULL, keep_second, &id2);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);

	int left = 0;
	for (uint32_t i = atomic_load(&head) & 0xffffu; i != NONE; i = nodes[i].next)
		left++;
	printf("%d nodes left\n", left);
	assert(left == 0);
	return 0;
}
