/* A wait with a time limit never hangs, and may be too short. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void *run(void *argument) {
	sem_post(&s);
	return NULL;
}

int main(void) {
	pthread_t t;
	struct timespec until = {1, 0};
	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, run, NULL);
	if (JOIN)
		pthread_join(t, NULL);
	assert(sem_timedwait(&s, &until) == 0);
}
