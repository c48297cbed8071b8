/* A semaphore that is posted once too seldom blocks the last one to wait. */
#include <pthread.h>
#include <semaphore.h>

static sem_t items;

static void *post(void *unused) {
	for (int i = 0; i < POSTED; i++)
		sem_post(&items);
	return unused;
}

int main(void) {
	pthread_t t;
	sem_init(&items, 0, 1);
	pthread_create(&t, NULL, post, NULL);
	for (int i = 0; i < 3; i++)
		sem_wait(&items);
	pthread_join(t, NULL);
}
