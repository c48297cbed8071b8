/* The usual way: a flag under the mutex.  Without the mutex the signal may come between the test
 * and the wait, and is lost. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *run(void *argument) {
	data = 42;
	if (LOCK)
		pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	if (LOCK)
		pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	assert(data == 42);
	pthread_join(t, NULL);
}
