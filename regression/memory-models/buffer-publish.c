/* Two stores to different locations: in order under tso, in any order under pso, unless a store
 * barrier is between them.  The pointer is to a block of the heap, whose content is published. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int value;
	int *link;
};

static struct node *_Atomic published;

static void *writer(void *unused) {
	struct node *n = malloc(sizeof *n);
	n->value = 0;
	atomic_thread_fence(memory_order_seq_cst);
	n->value = 42;
	atomic_store_explicit(&published, n, ORDER);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	struct node *n = atomic_load_explicit(&published, memory_order_acquire);
	if (n)
		assert(n->value == 42);
	pthread_join(t, 0);
	return 0;
}
