/* The loop counts its rounds, so each wake-up without a signal changes something. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	int rounds = 0;
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&m);
	while (!ready && rounds < 4) {
		pthread_cond_wait(&c, &m);
		rounds++;
		assert(rounds < 3);
	}
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
