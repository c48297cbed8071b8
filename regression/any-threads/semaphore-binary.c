/* A semaphore of one permit is a lock.  BUG: it has one more. */
#include "any.h"
#include <semaphore.h>

#ifdef BUG
#define PERMITS 2
#else
#define PERMITS 1
#endif

static sem_t s;
static atomic_int inside;

static void *worker(void *arg) {
	sem_wait(&s);
	int others = atomic_fetch_add(&inside, 1);
	assert(others < 1);
	atomic_fetch_sub(&inside, 1);
	sem_post(&s);
	return arg;
}

int main(void) {
	pthread_t t;
	sem_init(&s, 0, PERMITS);
	while (more())
		pthread_create(&t, NULL, worker, NULL);
	pthread_exit(NULL);
}
