/* Accesses to y are ordered by the creation of the thread, those to x are not. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *run(void *arg) {
	pthread_mutex_lock(&m);
	x = y;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	y = 1;
	pthread_create(&t, 0, run, 0);
#ifdef LOCKED
	pthread_mutex_lock(&m);
#endif
	x++;
#ifdef LOCKED
	pthread_mutex_unlock(&m);
#endif
	pthread_join(t, 0);
	return 0;
}
