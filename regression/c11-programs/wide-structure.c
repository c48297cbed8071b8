/* A pointer with a tag, of two words: one atomic object all the same. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>

struct node { int value; struct node *next; };
struct head { struct node *first; uintptr_t tag; };
static _Atomic struct head head;
static struct node n1 = { 1, NULL };

static void *push(void *a) {
	struct node *n = a;
	n->value = 7;
	struct head old = atomic_load_explicit(&head, memory_order_relaxed), new;
	do {
		n->next = old.first;
		new.first = n;
		new.tag = old.tag + 1;
	} while (!atomic_compare_exchange_weak_explicit(&head, &old, new, PUBLISH, memory_order_relaxed));
	return a;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, push, &n1);
	struct head h = atomic_load_explicit(&head, memory_order_acquire);
	if (h.first)
		assert(h.tag == 1 && h.first->value == 7);
	pthread_join(t, 0);
}
