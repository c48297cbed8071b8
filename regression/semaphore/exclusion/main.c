/* A semaphore of value 1 is a mutex, one of value 2 is not. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int x;

static void *run(void *argument) {
	sem_wait(&s);
	x++;
	sem_post(&s);
	return NULL;
}

int main(void) {
	pthread_t t;
	assert(sem_init(&s, 0, VALUE) == 0);
	pthread_create(&t, NULL, run, NULL);
	assert(sem_wait(&s) == 0);
	x++;
	assert(sem_post(&s) == 0);
	pthread_join(t, NULL);
	assert(x == 2);
	assert(sem_destroy(&s) == 0);
}
