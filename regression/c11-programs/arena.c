/* Records come from an arena, whose next free byte is an atomic counter: a pointer to them has an unknown offset, so what is read there as
 * a number may be a part of a pointer, and a pointer may be made of parts of numbers. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
	struct message *next;
	int value;
};

static struct {
	unsigned char *base;
	size_t size;
	atomic_size_t used;
} arena;
static _Atomic(struct message *) inbox;

static void *arena_alloc(size_t n) {
	n = (n + 7) & ~(size_t)7;
	size_t at = atomic_fetch_add_explicit(&arena.used, n, memory_order_relaxed);
	return at + n <= arena.size ? arena.base + at : NULL;
}

static void send(int value) {
	struct message *m = arena_alloc(sizeof *m);
	if (!m)
		return;
	m->value = value;
	m->next = atomic_load_explicit(&inbox, memory_order_relaxed);
	while (!atomic_compare_exchange_weak_explicit(&inbox, &m->next, m, PUBLISH, memory_order_relaxed))
		;
}

static void *one(void *unused) {
	send(1);
	return unused;
}

int main(void) {
	pthread_t t;
	int sum = 0;
	arena.size = 32;
	arena.base = malloc(arena.size);
	if (!arena.base)
		return 1;
	pthread_create(&t, NULL, one, NULL);
	send(2);
	for (struct message *m = atomic_exchange_explicit(&inbox, NULL, memory_order_acquire); m; m = m->next)
		sum += m->value;
	assert(sum == 2 || sum == 3);
	pthread_join(t, NULL);
	free(arena.base);
	return 0;
}
