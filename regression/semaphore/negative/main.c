/* While threads wait, POSIX lets sem_getvalue say 0, or how many they are as a negative number. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *run(void *unused) {
	sem_wait(&s);
	return unused;
}

int main(void) {
	pthread_t t;
	int value;
	sem_init(&s, 0, 0);
	sem_getvalue(&s, &value);
	assert(value == 0);
	pthread_create(&t, NULL, run, NULL);
	sem_getvalue(&s, &value);
	assert(value >= LEAST);
	sem_post(&s);
	pthread_join(t, NULL);
	sem_getvalue(&s, &value);
	assert(value == 0);
}
