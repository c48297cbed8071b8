/* pthread_join is a cancellation point; the thread that was to be joined still can be. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static pthread_t t;

static void *sleeper(void *argument) {
	sem_wait(&s);
	return NULL;
}

static void *joiner(void *argument) {
	pthread_join(t, NULL);
	return NULL;
}

int main(void) {
	pthread_t u;
	void *result;
	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, sleeper, NULL);
	pthread_create(&u, NULL, joiner, NULL);
	if (CANCEL)
		pthread_cancel(u);
	pthread_join(u, &result);
	assert(result == PTHREAD_CANCELED);
	sem_post(&s);
	assert(pthread_join(t, NULL) == 0);
}
