/* A stack with elimination, after Hendler, Shavit, Yerushalmi, "A scalable lock-free stack
 * algorithm", SPAA 2004: a push offers its node in a slot, a pop takes it from there, and neither
 * of the two touches top.  Here they try that first, not only when they have failed to change top,
 * so that few calls show it.  The slot holds nothing, an offer, or the mark that the offer was
 * taken. Nodes are not used again.  Mistakes: BLIND_WITHDRAW: push withdraws its offer without
 * looking whether it was taken; BLIND_TAKE: pop takes an offer by a store, which may have been
 * withdrawn. */
#include "stack.h"

#include <stdatomic.h>
#include <stdlib.h>

#define NODES 8

struct node {
	int value;
	struct node *next;
};

struct stack {
	struct node *_Atomic top, *_Atomic slot;
	struct node nodes[NODES];
	atomic_int used;
	struct node taken; /* its address in the slot: the offer was taken */
};

struct stack *stack_create(void) {
	struct stack *stack = malloc(sizeof *stack);
	if (!stack)
		abort();
	atomic_init(&stack->top, NULL);
	atomic_init(&stack->slot, NULL);
	atomic_init(&stack->used, 0);
	return stack;
}

void stack_destroy(struct stack *stack) {
	free(stack);
}

static bool cas(struct node *_Atomic *place, struct node *expected, struct node *desired) {
	return atomic_compare_exchange_strong(place, &expected, desired);
}

/* Is somebody going to have it instead of top? */
static bool offer(struct stack *stack, struct node *node) {
	if (!cas(&stack->slot, NULL, node))
		return false;
#ifdef BLIND_WITHDRAW
	bool taken = atomic_load(&stack->slot) == &stack->taken;
	atomic_store(&stack->slot, NULL);
	return taken;
#else
	if (cas(&stack->slot, node, NULL))
		return false;
	atomic_store(&stack->slot, NULL);
	return true;
#endif
}

static struct node *take_offer(struct stack *stack) {
	struct node *node = atomic_load(&stack->slot);
	if (!node || node == &stack->taken)
		return NULL;
#ifdef BLIND_TAKE
	atomic_store(&stack->slot, &stack->taken);
	return node;
#else
	return cas(&stack->slot, node, &stack->taken) ? node : NULL;
#endif
}

bool stack_push(struct stack *stack, int value) {
	int number = atomic_fetch_add(&stack->used, 1);
	if (number >= NODES)
		return false;
	struct node *node = &stack->nodes[number];
	node->value = value;
	if (offer(stack, node))
		return true;
	node->next = atomic_load(&stack->top);
	while (!atomic_compare_exchange_strong(&stack->top, &node->next, node))
		;
	return true;
}

bool stack_pop(struct stack *stack, int *value) {
	struct node *node = take_offer(stack);
	if (!node) {
		node = atomic_load(&stack->top);
		while (node && !atomic_compare_exchange_strong(&stack->top, &node, node->next))
			;
	}
	if (!node)
		return false;
	*value = node->value;
	return true;
}
