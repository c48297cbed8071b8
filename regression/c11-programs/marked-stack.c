/* A stack whose head is a number: the address of the first node, with a mark once the stack is closed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define MARK ((uintptr_t)1)

struct node {
	int value;
	uintptr_t next;
};
static atomic_uintptr_t head;

static struct node *node_of(uintptr_t number) {
	return (struct node *)(number & ~MARK);
}

static void push(int value) {
	struct node *n = malloc(sizeof *n);
	uintptr_t first = atomic_load_explicit(&head, memory_order_relaxed);
	if (!n)
		return;
	n->value = value;
	do {
		if (first & MARK) {
			free(n);
			return;
		}
		n->next = first;
	} while (!atomic_compare_exchange_weak_explicit(&head, &first, (uintptr_t)n, PUBLISH, memory_order_relaxed));
}

static void *one(void *unused) {
	push(1);
	return unused;
}

static void *two(void *unused) {
	push(2);
	return unused;
}

int main(void) {
	pthread_t s, t;
	int sum = 0;
	pthread_create(&s, NULL, one, NULL);
	pthread_create(&t, NULL, two, NULL);
	for (uintptr_t p = atomic_fetch_or_explicit(&head, MARK, memory_order_acquire); node_of(p);) {
		struct node *n = node_of(p);
		sum += n->value;
		p = n->next;
		free(n);
	}
	assert(sum >= 0 && sum <= 3);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
