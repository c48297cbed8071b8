/* Returning from main ends the process, whatever other threads wait for; pthread_exit does not. */
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *run(void *argument) {
	sem_wait(&never);
	return NULL;
}

int main(void) {
	pthread_t t;
	sem_init(&never, 0, 0);
	pthread_create(&t, NULL, run, NULL);
	END;
}
