/* Use after destruction, and destruction under a thread that waits. */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *run(void *argument) {
	sem_wait(&s);
	return NULL;
}

int main(void) {
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, run, NULL);
	sem_post(&s);
	if (JOIN)
		pthread_join(t, NULL);
	sem_destroy(&s);
	if (USE)
		sem_post(&s);
}
