/* A thread polls a flag with a wait that has a limit; BUG: nobody sets the flag.  That waits time out
 * again and again keeps nobody from setting it. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;

static void *waiter(void *unused) {
	struct timespec soon = {1, 0};
	pthread_mutex_lock(&m);
	while (!flag)
		pthread_cond_timedwait(&c, &m, &soon);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m);
#ifndef BUG
	flag = 1;
#endif
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
