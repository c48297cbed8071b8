/* A signal without a handler ends the program, unless the thread has ended before. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static pthread_key_t key;
static sem_t go;

static void last(void *unused) {
	sem_post(&go);
}

static void *work(void *unused) {
	pthread_setspecific(key, &key);
	return NULL;
}

int main(void) {
	pthread_t t;
	sem_init(&go, 0, 0);
	pthread_key_create(&key, last);
	pthread_create(&t, NULL, work, NULL);
	sem_wait(&go);
	pthread_kill(t, SIGTERM);
	pthread_join(t, NULL);
	assert(!SURVIVES);
}
