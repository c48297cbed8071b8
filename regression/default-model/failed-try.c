/* A thread sees that a lock is taken, and takes what was written before for finished.  In an
 * interleaving it is; but a call that fails synchronises with nothing.  LOCK: it waits instead. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *writer(void *unused) {
#ifdef LOCK
	pthread_mutex_lock(&lock);
	data = 1;
	pthread_mutex_unlock(&lock);
#else
	data = 1;
	pthread_mutex_lock(&lock);
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	if (pthread_mutex_trylock(&lock) == 0) {
#ifdef LOCK
		data = 2;
#endif
		pthread_mutex_unlock(&lock);
	}
#ifndef LOCK
	else
		data = 2;
#endif
	pthread_join(t, NULL);
}
