/* Cause: ready is set (19), and nobody signals c after that; T1 waits at 11. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *guest(void *unused) {
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return unused;
}
int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, guest, NULL);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	return 0;
}
