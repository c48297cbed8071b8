/* Waits that matter although the thread that waits does little after them. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int x;

static void *sets(void *argument) {
	x = 1;
	sem_post(&ready);
	return NULL;
}

/* JOINED: its end is what main waits for.  LOCAL: its variable ends after the wait. */
static void *waits(void *argument) {
#if defined LOCAL
	int own = 1;
	pthread_t reader;
	void *read(void *);
	pthread_create(&reader, NULL, read, &own);
#ifdef WAIT
	pthread_join(reader, NULL);
#endif
#elif defined WAIT
	sem_wait(&ready);
#endif
	return NULL;
}

void *read(void *argument) {
	assert(*(int *)argument == 1);
	return NULL;
}

int main(void) {
	pthread_t a, b;
	sem_init(&ready, 0, 0);
	pthread_create(&a, NULL, sets, NULL);
	pthread_create(&b, NULL, waits, NULL);
	pthread_join(b, NULL);
#ifndef LOCAL
	assert(x == 1);
#endif
	pthread_exit(NULL);
}
