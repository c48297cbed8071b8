/* Queue of Michael and Scott: thread 0 takes, the others add one value each.
 *
 * LINK=relaxed: who finds the node by the link does not know its value: a race.
 * NEXT=relaxed: the same, from the other side. */
#include "threads.h"

#ifndef LINK
#define LINK memory_order_release
#endif
#ifndef NEXT
#define NEXT memory_order_acquire
#endif

struct node {
	int value;
	_Atomic(struct node *) next;
};
static struct node nodes[THREADS];
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];

static void swing(struct node *from, struct node *to) {
	atomic_compare_exchange_strong_explicit(&tail, &from, to, memory_order_release,
	                                        memory_order_relaxed);
}

static void put(struct node *n) {
	for (;;) {
		struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
		struct node *next = NULL;
		if (atomic_compare_exchange_strong_explicit(&last->next, &next, n, LINK,
		                                            memory_order_acquire)) {
			swing(last, n);
			return;
		}
		swing(last, next);
	}
}

static int take(void) {
	for (;;) {
		struct node *first = atomic_load_explicit(&head, memory_order_acquire);
		struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
		struct node *next = atomic_load_explicit(&first->next, NEXT);
		if (!next)
			return 0;
		if (first == last) {
			swing(last, next);
			continue;
		}
		int value = next->value;
		if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release,
		                                            memory_order_relaxed))
			return value;
	}
}

static void *body(void *number) {
	int i = *(int *)number;
	if (i == 0) {
		int a = take(), b = take();
		assert(a < THREADS && b < THREADS);
		assert(!a || a != b);
	} else {
		nodes[i].value = i;
		put(&nodes[i]);
	}
	return NULL;
}

int main(void) {
	run(body);
	return 0;
}
