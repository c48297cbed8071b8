/* Beside weaker memory orders, which accesses an atomic one orders is not told if its place is an input. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
static atomic_int flag[2];
static int data;
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *run(void *p) {
#ifdef LOCK
	pthread_mutex_lock(&m[0]);
	data = 1;
	pthread_mutex_unlock(&m[0]);
#else
	data = 1;
	atomic_store_explicit(&flag[0], 1, memory_order_release);
#endif
	return p;
}

int main(void) {
	pthread_t t;
	int i = PLACE;
	if (i < 0 || i > 1)
		return 0;
	pthread_create(&t, 0, run, 0);
#ifdef LOCK
	atomic_store_explicit(&flag[0], 1, memory_order_relaxed);
	pthread_mutex_lock(&m[i]);
	data = 2;
	pthread_mutex_unlock(&m[i]);
#else
	if (atomic_load_explicit(&flag[i], memory_order_acquire))
		data = 2;
#endif
	pthread_join(t, 0);
	return 0;
}
