/* What was posted is passed on by the wait of another thread; sem_getvalue takes nothing. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
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
		int value;
		sem_getvalue(&s, &value);
#else
		sem_wait(&s);
		sem_post(&s);
		sem_wait(&s);
#endif
		return (void *)(long)data;
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	sem_init(&s, 0, 1);
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
