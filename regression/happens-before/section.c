/* Atomic sections are sections of one lock. */
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int other;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	__VERIFIER_atomic_begin();
	other++;
	__VERIFIER_atomic_end();
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifndef RACE
		__VERIFIER_atomic_begin();
		other++;
		__VERIFIER_atomic_end();
#endif
		return (void *)(long)data;
	}
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
