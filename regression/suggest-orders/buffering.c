/* Store buffering: a seq_cst fence between store and load, in both threads or in the function of
 * both. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word[2];
static int seen[2];

static void *both(void *p) {
	int i = p != NULL;
	atomic_store_explicit(&word[i], 1, memory_order_relaxed);
	seen[i] = atomic_load_explicit(&word[1 - i], memory_order_relaxed);
	return NULL;
}

#ifdef TWICE
static void *again(void *p) {
	int i = p != NULL;
	atomic_store_explicit(&word[i], 1, memory_order_relaxed);
	seen[i] = atomic_load_explicit(&word[1 - i], memory_order_relaxed);
	return NULL;
}
#else
#define again both
#endif

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, both, NULL);
	pthread_create(&t, NULL, again, &t);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	assert(seen[0] || seen[1]);
	return 0;
}
