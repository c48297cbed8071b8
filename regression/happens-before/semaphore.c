/* A post happens before the wait that takes it; a wait happens before nothing. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
#ifdef RACE
	sem_wait(&s);
#else
	sem_post(&s);
#endif
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		sem_wait(&s);
		return (void *)(long)data;
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	sem_init(&s, 0, 2);
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
