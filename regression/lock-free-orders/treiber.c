/* Treiber's stack: thread 0 pops, the others push a node each.  Nodes are not used again.
 *
 * PUSH=relaxed: who pops does not know the contents of the node: a race.
 * POP=relaxed: the link of the node is read without knowing what was stored there: a race. */
#include "threads.h"

#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef POP
#define POP memory_order_acquire
#endif

struct node {
	int value;
	struct node *next;
};
static _Atomic(struct node *) top;
static struct node nodes[THREADS];

static void push(struct node *n) {
	n->next = atomic_load_explicit(&top, memory_order_relaxed);
	while (!atomic_compare_exchange_strong_explicit(&top, &n->next, n, PUSH, memory_order_relaxed))
		;
}

static struct node *pop(void) {
	struct node *n = atomic_load_explicit(&top, POP);
	while (n && !atomic_compare_exchange_strong_explicit(&top, &n, n->next, memory_order_acquire,
	                                                     memory_order_acquire))
		;
	return n;
}

static void *body(void *number) {
	int i = *(int *)number;
	if (i == 0) {
		for (int k = 1; k < THREADS; k++) {
			struct node *n = pop();
			assert(!n || n->value);
		}
	} else {
		nodes[i].value = i;
		push(&nodes[i]);
	}
	return NULL;
}

int main(void) {
	run(body);
	return 0;
}
