/* Whoever tries to take the mutex can find it taken twice, by a thread that wakes up without a
 * signal, tests its condition, and waits again. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, ready;

static void *wait(void *argument) {
	pthread_mutex_lock(&m);
	waits = 1;
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return NULL;
}

static int is_taken(void) {
	if (pthread_mutex_trylock(&m) != 0)
		return 1;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, wait, NULL);
	pthread_mutex_lock(&m);
	int begins = waits;
	pthread_mutex_unlock(&m);
	int first = begins && is_taken();
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	int second = begins && is_taken();
	assert(!(first && second));
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
