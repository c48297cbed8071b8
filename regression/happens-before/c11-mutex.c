/* An unlock happens before the next lock of the same mutex of threads.h; not of another one. */
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>

static mtx_t m, other;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	mtx_lock(&m);
	mtx_unlock(&m);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifdef RACE
		mtx_lock(&other);
		mtx_unlock(&other);
#else
		mtx_lock(&m);
		mtx_unlock(&m);
#endif
		return (void *)(long)data;
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	mtx_init(&m, mtx_plain);
	mtx_init(&other, mtx_plain);
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
