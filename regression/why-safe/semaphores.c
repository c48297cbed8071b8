/* A semaphore says that the data is there; another one counts, and nobody waits for it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t there, count;
static int data;

static void *work(void *unused) {
	(void)unused;
	data = 1;
	sem_post(&count);
#ifndef BUG
	sem_post(&there);
#endif
	return NULL;
}

int main(void) {
	pthread_t t;
	sem_init(&there, 0, 0);
	sem_init(&count, 0, 0);
	pthread_create(&t, NULL, work, NULL);
	sem_wait(&there);
	assert(data == 1);
	pthread_join(t, NULL);
	return 0;
}
