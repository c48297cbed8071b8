/* A signal is lost if the waiting thread looks at the flag before it has the mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static _Atomic int ready;

static void *signal(void *unused) {
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, signal, NULL);
	int early = ready;
	pthread_mutex_lock(&m);
	if (!(LOOKS_AGAIN ? ready : early))
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	assert(ready);
	pthread_join(t, NULL);
	return 0;
}
