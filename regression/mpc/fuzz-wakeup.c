/* The thread holds the mutex until its wait begins: a guided run must stop it there, before it is
 * chosen how the wait ends. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int busy;

static void *waits(void *argument) {
	pthread_mutex_lock(&m);
	pthread_cond_wait(&changed, &m);
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, waits, NULL);
	if (pthread_mutex_timedlock(&m, &(struct timespec){0, 0}) == 0)
		pthread_mutex_unlock(&m);
	else
		busy = 1;
	assert(busy <= MOST);
	return 0;
}
