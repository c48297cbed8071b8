/* Two threads wait for one event; with ONE, one thread does. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER;
static int is_open;

static void *guest(void *unused) {
	(void)unused;
	pthread_mutex_lock(&m);
	while (!is_open)
		pthread_cond_wait(&open, &m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, guest, NULL);
#ifndef ONE
	pthread_t u;
	pthread_create(&u, NULL, guest, NULL);
#endif
	pthread_mutex_lock(&m);
	is_open = 1;
#ifdef BUG
	pthread_cond_signal(&open);
#else
	pthread_cond_broadcast(&open);
#endif
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
#ifndef ONE
	pthread_join(u, NULL);
#endif
	return 0;
}
