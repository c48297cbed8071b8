/* Between two waits that end without a signal, the thread stores to memory: the second one counts, also if the store waits in a
 * buffer meanwhile. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static volatile int rounds, ready;

static void *wait(void *unused) {
	pthread_mutex_lock(&m);
	while (!ready) {
		rounds = rounds < MOST ? rounds + 1 : MOST;
		pthread_cond_wait(&c, &m);
	}
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, wait, NULL);
	pthread_mutex_lock(&m);
	assert(rounds != 3);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
