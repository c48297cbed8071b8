/* The reader waits for the writer, unless the chooser has made it post early.  What a semaphore counts is
 * not part of the locations: a state in which the reader waits is no reason to leave out one in
 * which it need not. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef EARLY
#define EARLY 0
#endif

static sem_t ready;
static int early, done;

static void *writer(void *unused) {
	if (early)
		sem_post(&ready);
	done = 1;
	sem_post(&ready);
	return NULL;
}

static void *reader(void *unused) {
	sem_wait(&ready);
	assert(done);
	return NULL;
}

static void *chooser(void *unused) {
	early = EARLY;
	early = 0;
	return NULL;
}

int main(void) {
	pthread_t t[3];
	sem_init(&ready, 0, 0);
	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, reader, NULL);
	pthread_create(&t[2], NULL, chooser, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
