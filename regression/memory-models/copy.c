/* A record that is copied as a whole, while its members are written one by one: with -DRACE nothing
 * orders the two.  Memory holds other parts of it in the replay than in the search. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct pair {
	int a, b;
};
static struct pair shared, copy;
static atomic_int ready;

static void *writer(void *unused) {
	shared.a = 1;
#ifdef RACE
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
#else
	atomic_store_explicit(&ready, 1, memory_order_release);
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	if (atomic_load_explicit(&ready, memory_order_acquire))
		memcpy(&copy, &shared, sizeof copy);
	pthread_join(t, NULL);
	return copy.b;
}
