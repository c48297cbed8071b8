/* A write to an eventfd happens before the read that takes it; not before that of another one. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/eventfd.h>

static int one, other;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	if (eventfd_write(one, 1) != 0)
		return arg;
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		eventfd_t value;
#ifdef RACE
		if (eventfd_read(other, &value) != 0)
#else
		if (eventfd_read(one, &value) != 0)
#endif
			return arg;
		return (void *)(long)data;
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	one = eventfd(0, 0);
	other = eventfd(1, 0);
	if (one < 0 || other < 0)
		return 0;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
