/* An address is published as a number, with a mark in its lowest bit. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
	int value;
};
static struct node node;
static _Atomic uintptr_t head;

static void *publish(void *unused) {
	node.value = 42;
	atomic_store_explicit(&head, (uintptr_t)&node | 1, PUBLISH);
	return unused;
}

static void *look(void *unused) {
	uintptr_t found = atomic_load_explicit(&head, memory_order_acquire);
	if (found & 1) {
		struct node *p = (struct node *)(found & ~(uintptr_t)1);
		assert(p->value == 42);
	}
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, publish, NULL);
	pthread_create(&t, NULL, look, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
