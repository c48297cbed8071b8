// expect: assertion 12 contexts 1 preemptions 1
// expect: race x contexts 1 preemptions 1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int x;
sem_t s;

static void *after(void *argument) {
	sem_wait(&s);
	assert(x == 1);
	return argument;
}

int main(void) {
	pthread_t a;
	sem_init(&s, 0, 0);
	pthread_create(&a, NULL, after, NULL);
	sem_post(&s);
	x = 1;
	pthread_join(a, NULL);
	return 0;
}
