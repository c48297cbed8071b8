/* A condition variable may be destroyed once nobody waits on it any more: right after a broadcast,
 * though the woken thread has not run yet. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int waiting;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	waiting = 1;
	pthread_cond_wait(c, &m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	c = malloc(sizeof *c);
	pthread_cond_init(c, NULL);
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&m);
	if (waiting) {
		if (WAKE)
			pthread_cond_broadcast(c);
		pthread_cond_destroy(c);
		free(c);
	}
	pthread_mutex_unlock(&m);
}
