/* A thread gets a lock by trylock, which another one takes and releases for ever: it may fail each
 * time (BUG).  The other one is a server; if it ends some time, so does this thread. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *server(void *unused) {
#ifdef BUG
	for (;;) {
#else
	for (int i = 0; i < 2; i++) {
#endif
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
	}
	return unused;
}

static void *client(void *unused) {
	while (pthread_mutex_trylock(&m))
		;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t s, c;
	pthread_create(&s, 0, server, 0);
	pthread_create(&c, 0, client, 0);
	pthread_join(c, 0);
	return 0;
}
