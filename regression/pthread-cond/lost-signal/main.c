/* A signal that nobody waits for leaves nothing behind. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
	pthread_cond_signal(&c);
	pthread_cond_broadcast(&c);
	pthread_mutex_lock(&m);
	if (WAIT)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
}
