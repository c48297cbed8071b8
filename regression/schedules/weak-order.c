/* Both threads may miss the other's store, unless memory is sequentially consistent; if it is taken to be so, that is said. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int saw_x, saw_y;

static void *first(void *unused) {
	(void)unused;
	atomic_store_explicit(&x, 1, ORDER);
	saw_y = atomic_load_explicit(&y, ORDER);
	return NULL;
}

static void *second(void *unused) {
	(void)unused;
	atomic_store_explicit(&y, 1, ORDER);
	saw_x = atomic_load_explicit(&x, ORDER);
	return NULL;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(saw_x JOINED saw_y);
	return 0;
}
