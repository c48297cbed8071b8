/* A semaphore of three permits lets three threads in.  BUG: it has one more. */
#include "any.h"
#include <semaphore.h>

#ifdef BUG
#define PERMITS 4
#else
#define PERMITS 3
#endif

static sem_t s;
static atomic_int inside;

static void *worker(void *arg) {
	sem_wait(&s);
	int others = atomic_fetch_add(&inside, 1);
	assert(others < 3);
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
