/* A wait for a condition variable: what is stored before the signal is seen after the wait.  The
 * other thread stores it before it is ready, or after. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, value;

static void *produce(void *unused) {
	if (EARLY)
		value = 1;
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	value = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, produce, NULL);
	pthread_mutex_lock(&m);
	if (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	assert(value == 1);
	pthread_join(t, NULL);
	return 0;
}
