/* A wait unlocks a recursive mutex once; who has locked it twice still holds it. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	go = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	for (int i = 0; i < LOCKS; i++)
		pthread_mutex_lock(&m);
	while (!go)
		pthread_cond_wait(&c, &m);
	for (int i = 0; i < LOCKS; i++)
		pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
