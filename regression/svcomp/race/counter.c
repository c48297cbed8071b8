#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, run, 0);
#ifndef BAD
	pthread_mutex_lock(&m);
#endif
	x++; /* races */
#ifndef BAD
	pthread_mutex_unlock(&m);
#endif
	pthread_join(t, 0);
	return 0;
}
