/* While handlers run the thread cannot be cancelled again: their waits are waits. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int done;

static void handler(void *argument) {
	sem_wait(&s);
	done = 1;
}

static void *run(void *argument) {
	pthread_cleanup_push(handler, NULL);
	for (;;)
		pthread_testcancel();
	pthread_cleanup_pop(0);
}

int main(void) {
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, run, NULL);
	pthread_cancel(t);
	if (POST)
		sem_post(&s);
	pthread_join(t, NULL);
	assert(done == 1);
}
