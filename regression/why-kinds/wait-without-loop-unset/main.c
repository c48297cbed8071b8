/* Cause: main's wait (26) may end without a signal, and ready, which nobody has set yet, is not tested again. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *make(void *unused) {
	pthread_mutex_lock(&m);
	data = 5;
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, make, NULL);
	pthread_mutex_lock(&m);
	/* if for while */


	if (!ready)
		pthread_cond_wait(&c, &m);
	assert(data == 5);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
