/* A thread waits for a flag on a condition variable; BUG: nobody signals. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;

static void *waiter(void *unused) {
	pthread_mutex_lock(&m);
	while (!flag)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m);
	flag = 1;
#ifndef BUG
	pthread_cond_signal(&c);
#endif
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
