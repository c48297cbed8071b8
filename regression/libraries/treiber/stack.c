/* The stack of Treiber, "Systems programming: coping with parallelism", 1986, over nodes of an
 * array that are used again at once.  Links are indices; top has a counter beside its index, so
 * that it never is what it was (ABA).  Free nodes are a second stack of this kind.  Two values are
 * in it at the beginning.  Mistakes: NO_COUNTER: the counter stays 0; LATE_VALUE: pop reads the
 * value when it has given back the node. */
#include "stack.h"

#include <stdatomic.h>
#include <stdlib.h>

#define NODES 6 /* 1..NODES; 0 is none */

#ifdef NO_COUNTER
#define ONE 0
#else
#define ONE 16 /* the counter is above 4 bits of the index */
#endif

struct node {
	atomic_int value;
	atomic_uint next;
};

struct stack {
	atomic_uint top, unused;
	struct node nodes[NODES + 1];
};

static unsigned index_of(unsigned link) {
	return link % 16;
}

/* Nodes from 'first' to 'last', which are linked, are put on 'top'. */
static void put(struct stack *stack, atomic_uint *top, unsigned first, unsigned last) {
	unsigned old = atomic_load(top);
	do
		atomic_store(&stack->nodes[last].next, index_of(old));
	while (!atomic_compare_exchange_strong(top, &old, old - index_of(old) + ONE + first));
}

static unsigned take(struct stack *stack, atomic_uint *top) {
	unsigned old = atomic_load(top), next;
	do {
		if (!index_of(old))
			return 0;
		next = atomic_load(&stack->nodes[index_of(old)].next);
	} while (!atomic_compare_exchange_strong(top, &old, old - index_of(old) + ONE + next));
	return index_of(old);
}

struct stack *stack_create(void) {
	struct stack *stack = malloc(sizeof *stack);
	if (!stack)
		abort();
	for (unsigned i = 0; i <= NODES; i++) {
		atomic_init(&stack->nodes[i].value, (int)i * 100);
		atomic_init(&stack->nodes[i].next, i ? i - 1 : 0);
	}
	atomic_init(&stack->top, 2);
	atomic_init(&stack->nodes[3].next, 0);
	atomic_init(&stack->unused, NODES);
	return stack;
}

void stack_destroy(struct stack *stack) {
	free(stack);
}

bool stack_push(struct stack *stack, int value) {
	unsigned node = take(stack, &stack->unused);
	if (!node)
		return false;
	atomic_store(&stack->nodes[node].value, value);
	put(stack, &stack->top, node, node);
	return true;
}

bool stack_pop(struct stack *stack, int *value) {
	unsigned node = take(stack, &stack->top);
	if (!node)
		return false;
#ifdef LATE_VALUE
	put(stack, &stack->unused, node, node);
	*value = atomic_load(&stack->nodes[node].value);
#else
	*value = atomic_load(&stack->nodes[node].value);
	put(stack, &stack->unused, node, node);
#endif
	return true;
}

void stack_clear(struct stack *stack) {
	unsigned old = atomic_load(&stack->top);
	do
		if (!index_of(old))
			return;
	while (!atomic_compare_exchange_strong(&stack->top, &old, old - index_of(old) + ONE));
	unsigned last = index_of(old), next;
	while ((next = atomic_load(&stack->nodes[last].next)))
		last = next;
	put(stack, &stack->unused, index_of(old), last);
}
