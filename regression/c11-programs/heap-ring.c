/* A ring of one producer and one consumer, on the heap: its zeros are written in words of eight bytes, its elements have four, and the
 * index is signed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct ring {
	atomic_int head, tail;
	int capacity;
	int *item;
};

static struct ring *ring;

static struct ring *ring_new(int capacity) {
	struct ring *r = malloc(sizeof *r);
	if (!r)
		exit(1);
	r->item = calloc((size_t)capacity, sizeof *r->item);
	if (!r->item)
		exit(1);
	r->capacity = capacity;
	atomic_init(&r->head, 0);
	atomic_init(&r->tail, 0);
	return r;
}

static int push(struct ring *r, int value) {
	int tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
	if (tail - atomic_load_explicit(&r->head, memory_order_acquire) == r->capacity)
		return 0;
	r->item[tail % r->capacity] = value;
	atomic_store_explicit(&r->tail, tail + 1, PUBLISH);
	return 1;
}

static int pop(struct ring *r, int *value) {
	int head = atomic_load_explicit(&r->head, memory_order_relaxed);
	if (head == atomic_load_explicit(&r->tail, memory_order_acquire))
		return 0;
	*value = r->item[head % r->capacity];
	atomic_store_explicit(&r->head, head + 1, memory_order_release);
	return 1;
}

static void *produce(void *unused) {
	for (int i = 1; i <= 3; i++)
		while (!push(ring, i))
			;
	return unused;
}

static void *consume(void *unused) {
	int value = 0;
	for (int i = 1; i <= 3; i++) {
		while (!pop(ring, &value))
			;
		assert(value == i);
	}
	return unused;
}

int main(void) {
	pthread_t p, c;
	ring = ring_new(2);
	pthread_create(&p, NULL, produce, NULL);
	pthread_create(&c, NULL, consume, NULL);
	pthread_join(p, NULL);
	pthread_join(c, NULL);
	free(ring->item);
	free(ring);
	return 0;
}
