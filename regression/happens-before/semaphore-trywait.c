/* A trywait that takes something acquires; one that fails does not. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s, empty;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	sem_post(&s);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifdef RACE
		if (sem_trywait(&empty) == 0)
			return arg;
#else
		if (sem_trywait(&s) != 0)
			return arg;
#endif
		return (void *)(long)data;
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	sem_init(&s, 0, 0);
	sem_init(&empty, 0, 0);
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
