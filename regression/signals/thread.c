/* pthread_kill: the handler runs in that thread, with its variables, also while it waits. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static _Thread_local int mine;
static sem_t ready, done;
static int seen;

static void look(int number) {
	seen = mine;
	sem_post(&done);
}

static void *work(void *unused) {
	mine = 1;
	sem_post(&ready);
	sem_wait(&done);
	return NULL;
}

int main(void) {
	pthread_t t;
	sem_init(&ready, 0, 0);
	sem_init(&done, 0, 0);
	signal(SIGUSR1, look);
	pthread_create(&t, NULL, work, NULL);
	sem_wait(&ready);
	pthread_kill(WHO, SIGUSR1);
	pthread_join(t, NULL);
	assert(seen == 1);
}
