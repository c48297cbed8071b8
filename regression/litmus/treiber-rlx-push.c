// expect: sc=SAFE tso=SAFE pso=SAFE c11=RACE
// push does not release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	int value;
	struct node *next;
};
_Atomic(struct node *) top;
struct node one, two;

static void push(struct node *n, int value) {
	n->value = value;
	struct node *before = atomic_load_explicit(&top, memory_order_relaxed);
	do
		n->next = before;
	while (!atomic_compare_exchange_strong_explicit(&top, &before, n, memory_order_relaxed, memory_order_relaxed));
}

static struct node *pop(void) {
	struct node *n = atomic_load_explicit(&top, memory_order_acquire);
	while (n && !atomic_compare_exchange_strong_explicit(&top, &n, n->next, memory_order_acquire, memory_order_acquire))
		;
	return n;
}

static void *t0(void *p) {
	push(&one, 1);
	push(&two, 2);
	return p;
}

static void *t1(void *p) {
	struct node *n = pop();
	if (n)
		assert(n->value == (n == &one ? 1 : 2));
	return p;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, t0, NULL);
	pthread_create(&b, NULL, t1, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
