/* Two threads wait for the same flag; BUG: only one of them is woken. */
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
	pthread_t a, b;
	pthread_create(&a, 0, waiter, 0);
	pthread_create(&b, 0, waiter, 0);
	pthread_mutex_lock(&m);
	flag = 1;
#ifdef BUG
	pthread_cond_signal(&c);
#else
	pthread_cond_broadcast(&c);
#endif
	pthread_mutex_unlock(&m);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
