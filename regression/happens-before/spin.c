/* An unlock happens before the next lock of the same spinlock; not of another one. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_spinlock_t m, other;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	pthread_spin_lock(&m);
	pthread_spin_unlock(&m);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifdef RACE
		pthread_spin_lock(&other);
		pthread_spin_unlock(&other);
#else
		pthread_spin_lock(&m);
		pthread_spin_unlock(&m);
#endif
		return (void *)(long)data;
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_spin_init(&m, 0);
	pthread_spin_init(&other, 0);
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
