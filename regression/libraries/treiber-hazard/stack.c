/* The stack of Treiber with the hazard pointers of Michael, "Hazard pointers: safe memory
 * reclamation for lock-free objects", TPDS 2004.  A thread publishes which node it is about to
 * read; a node that has been popped is freed if no thread has published it, and is put on a list
 * that stack_destroy empties otherwise.  Mistakes:
 * NO_RECHECK: after it has published a node, pop does not look whether it still is on top;
 * NO_SCAN: nodes are freed without looking for hazards; WEAK: hazards are published by release
 * stores, and the load of top behind may come before (--mm c11 only). */
#include "stack.h"

#include <stdatomic.h>
#include <stdlib.h>

#define THREADS 3

#ifdef WEAK
#define PUBLISH memory_order_release
#else
#define PUBLISH memory_order_seq_cst
#endif

struct node {
	int value;
	struct node *next, *next_retired;
};

struct stack {
	struct node *_Atomic top;
	struct node *_Atomic retired;
	struct node *_Atomic hazards[THREADS];
};

struct stack *stack_create(void) {
	struct stack *stack = malloc(sizeof *stack);
	if (!stack)
		abort();
	atomic_init(&stack->top, NULL);
	atomic_init(&stack->retired, NULL);
	for (int i = 0; i < THREADS; i++)
		atomic_init(&stack->hazards[i], NULL);
	return stack;
}

void stack_destroy(struct stack *stack) {
	for (struct node *node = atomic_load(&stack->top), *next; node; node = next) {
		next = node->next;
		free(node);
	}
	for (struct node *node = atomic_load(&stack->retired), *next; node; node = next) {
		next = node->next_retired;
		free(node);
	}
	free(stack);
}

bool stack_push(struct stack *stack, int value) {
	struct node *node = malloc(sizeof *node);
	if (!node)
		return false;
	node->value = value;
	node->next = atomic_load(&stack->top);
	while (!atomic_compare_exchange_strong(&stack->top, &node->next, node))
		;
	return true;
}

static void retire(struct stack *stack, struct node *node) {
#ifndef NO_SCAN
	for (int i = 0; i < THREADS; i++)
		if (atomic_load(&stack->hazards[i]) == node) {
			node->next_retired = atomic_load(&stack->retired);
			while (!atomic_compare_exchange_strong(&stack->retired, &node->next_retired, node))
				;
			return;
		}
#endif
	free(node);
}

bool stack_pop(struct stack *stack, int me, int *value) {
	struct node *_Atomic *hazard = &stack->hazards[me % THREADS];
	struct node *node;
	for (;;) {
		node = atomic_load(&stack->top);
		if (!node)
			break;
		atomic_store_explicit(hazard, node, PUBLISH);
#ifndef NO_RECHECK
		if (atomic_load(&stack->top) != node)
			continue;
#endif
		struct node *expected = node;
		if (atomic_compare_exchange_strong(&stack->top, &expected, node->next))
			break;
	}
	atomic_store(hazard, NULL);
	if (!node)
		return false;
	*value = node->value;
	retire(stack, node);
	return true;
}
