/* Whether the two writes race depends on the order in which the threads take the lock. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, done;

static void *work(void *arg) {
	data = 1;
	pthread_mutex_lock(&m);
	done = 1;
	pthread_mutex_unlock(&m);
#ifdef LATE
	data = 2;
#endif
	return arg;
}

int main(void) {
	pthread_t t;
	int seen;
	pthread_create(&t, 0, work, 0);
#ifdef LATE
	pthread_mutex_lock(&m);
	seen = done;
	pthread_mutex_unlock(&m);
	if (!seen)
		data = 3;
#endif
	pthread_join(t, 0);
	return data;
}
