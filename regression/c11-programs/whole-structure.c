/* An atomic structure is loaded and stored as a whole: of one word of the machine, or (WIDE) of two.
 * PARTS: its parts are atomic, and the whole is not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef WIDE
struct range { long lo, hi; };
typedef atomic_long part;
#else
struct range { int lo, hi; };
typedef atomic_int part;
#endif

#ifdef PARTS
static struct { part lo, hi; } r;
#define STORE(n) (atomic_store_explicit(&r.lo, (n).lo, memory_order_relaxed), atomic_store_explicit(&r.hi, (n).hi, memory_order_relaxed))
#define LOAD() {atomic_load_explicit(&r.lo, memory_order_relaxed), atomic_load_explicit(&r.hi, memory_order_relaxed)}
#else
static _Atomic struct range r;
#define STORE(n) atomic_store_explicit(&r, n, memory_order_relaxed)
#define LOAD() atomic_load_explicit(&r, memory_order_relaxed)
#endif

static void *set(void *arg) {
	int v = *(int *)arg;
	struct range n = {v, v};
	STORE(n);
	return arg;
}

int main(void) {
	pthread_t t, u;
	int one = 1, two = 2;
	pthread_create(&t, NULL, set, &one);
	pthread_create(&u, NULL, set, &two);
	struct range v = LOAD();
	assert(v.lo == v.hi);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
}
