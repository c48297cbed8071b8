/* The end of a thread happens before the join that waits for it; that it is said to be near its
 * end, relaxed, does not. */
#include <stdatomic.h>
#include <threads.h>

static int data;
static atomic_int flag;

static int writer(void *arg) {
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg != 0;
}

int main(void) {
	thrd_t a;
	int seen = 0;
	thrd_create(&a, writer, 0);
#ifdef RACE
	if (atomic_load_explicit(&flag, memory_order_relaxed))
		seen = data;
	thrd_join(a, 0);
#else
	if (atomic_load_explicit(&flag, memory_order_relaxed))
		seen = 1;
	thrd_join(a, 0);
	seen += data;
#endif
	return seen;
}
