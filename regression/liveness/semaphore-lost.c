/* A producer posts for each item; BUG: not for the last one. */
#include <pthread.h>
#include <semaphore.h>

static sem_t items;

static void *producer(void *unused) {
	sem_post(&items);
#ifndef BUG
	sem_post(&items);
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	sem_init(&items, 0, 0);
	pthread_create(&t, 0, producer, 0);
	sem_wait(&items);
	sem_wait(&items);
	pthread_join(t, 0);
	return 0;
}
