/* A compare-exchange that fails is a load with its second order. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_release);
	return arg;
}

static void *reader(void *arg) {
	int seen = WANTED;
	atomic_compare_exchange_strong_explicit(&flag, &seen, 2, SUCCESS, FAILURE);
	if (seen == 1)
		return (void *)(long)data;
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
