/* A wait with a limit that nobody ends: it times out, and the thread goes on.  BUG: without limit. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waiter(void *unused) {
	struct timespec soon = {1, 0};
	pthread_mutex_lock(&m);
#ifdef BUG
	pthread_cond_wait(&c, &m);
#else
	pthread_cond_timedwait(&c, &m, &soon);
#endif
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_join(t, 0);
	return 0;
}
