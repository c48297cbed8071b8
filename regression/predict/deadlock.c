/* In the run, one thread is done with both locks before the other begins. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *one(void *arg) {
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&n);
	x++;
	pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *two(void *arg) {
#ifdef CROSSED
	pthread_mutex_lock(&n);
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&n);
	return arg;
#else
	return one(arg);
#endif
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, one, 0);
	pthread_create(&b, 0, two, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
