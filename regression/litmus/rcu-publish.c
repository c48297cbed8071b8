// expect: sc=SAFE tso=SAFE pso=SAFE c11=SAFE
// a pointer to data that was prepared before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct config {
	int a, b;
};
struct config first = {1, 1}, second;
_Atomic(struct config *) current = &first;

static void *t0(void *p) {
	second.a = 2;
	second.b = 2;
	atomic_store_explicit(&current, &second, memory_order_release);
	return p;
}

static void *t1(void *p) {
	struct config *c = atomic_load_explicit(&current, memory_order_acquire);
	assert(c->a == c->b);
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
