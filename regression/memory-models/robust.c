/* --mm c11 --strategy=lazy: each kind of access that may or may not overlook a write. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define SEQ_CST memory_order_seq_cst

#ifndef ORDER
#define ORDER SEQ_CST
#endif

atomic_int x, y, a, b;

#if STACK
/* A pop finds what was pushed with a release; the sum is not looked at before the end. */
struct node {
	struct node *next;
	int value;
};
_Atomic(struct node *) top;

static void *run(void *p) {
	struct node *n = malloc(sizeof *n), *old = atomic_load_explicit(&top, RELAXED);
	n->value = 1;
	do
		n->next = old;
	while (!atomic_compare_exchange_weak_explicit(&top, &old, n, ORDER, RELAXED));
	old = atomic_load_explicit(&top, ACQUIRE);
	while (old && !atomic_compare_exchange_weak_explicit(&top, &old, old->next, ACQUIRE, ACQUIRE))
		;
	if (old)
		atomic_fetch_add_explicit(&a, old->value, RELAXED);
	return p;
}
static void *other(void *p) {
	return run(p);
}
#define HOLDS a == 2

#elif BUFFERS
static void *run(void *p) {
	atomic_store_explicit(&x, 1, ORDER == SEQ_CST ? SEQ_CST : RELEASE);
	a = atomic_load_explicit(&y, ORDER == SEQ_CST ? SEQ_CST : ACQUIRE);
	return p;
}
static void *other(void *p) {
	atomic_store_explicit(&y, 1, ORDER == SEQ_CST ? SEQ_CST : RELEASE);
	b = atomic_load_explicit(&x, ORDER == SEQ_CST ? SEQ_CST : ACQUIRE);
	return p;
}
#define HOLDS a || b

#elif FENCES
static void *run(void *p) {
	atomic_store_explicit(&x, 1, RELAXED);
	atomic_thread_fence(ORDER);
	atomic_store_explicit(&a, atomic_load_explicit(&y, RELAXED), RELAXED);
	return p;
}
static void *other(void *p) {
	atomic_store_explicit(&y, 1, RELAXED);
	atomic_thread_fence(ORDER);
	atomic_store_explicit(&b, atomic_load_explicit(&x, RELAXED), RELAXED);
	return p;
}
#define HOLDS a || b

#elif COUNTER
/* Whoever uses what the addition returned knows who came first; so does a load of its own. */
#if SPLIT
#define ADD   atomic_store_explicit(&y, atomic_load_explicit(&y, RELAXED) + 1, RELAXED)
#define HOLDS y
#else
#define ADD   atomic_fetch_add_explicit(&y, 1, RELAXED)
#define HOLDS y == 2
#endif
static void *run(void *p) {
	atomic_store_explicit(&x, 1, RELAXED);
	ADD;
	return p;
}
static void *other(void *p) {
#if USED
	if (atomic_fetch_add_explicit(&y, 1, RELAXED))
		a = atomic_load_explicit(&x, RELAXED);
#else
	ADD;
	a = atomic_load_explicit(&x, RELAXED);
#endif
	return p;
}

#elif WAITS
/* The first store cannot end the loop, if it waits for the second one. */
static void *run(void *p) {
	atomic_store_explicit(&x, 1, RELAXED);
	atomic_store_explicit(&x, 2, RELAXED);
	atomic_store_explicit(&y, 1, RELAXED);
	return p;
}
static void *other(void *p) {
	if (atomic_load_explicit(&y, RELAXED)) {
		while (atomic_load_explicit(&x, RELAXED) != FOR)
			;
	}
	return p;
}
#define HOLDS y == 1
#endif

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, run, 0);
	pthread_create(&t, 0, other, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(HOLDS);
}
