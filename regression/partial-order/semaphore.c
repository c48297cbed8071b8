/* A semaphore excludes the other thread if it counts from one. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int n;

static void *count(void *unused) {
	sem_wait(&s);
	n++;
	sem_post(&s);
	return unused;
}

int main(void) {
	pthread_t t;
	sem_init(&s, 0, PERMITS);
	pthread_create(&t, NULL, count, NULL);
	count(NULL);
	pthread_join(t, NULL);
	assert(n == 2);
	return 0;
}
