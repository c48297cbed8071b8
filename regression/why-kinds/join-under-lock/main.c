/* Cause: main joins at 19 with m held (18), which T1 needs at 8. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *unused) {
	pthread_mutex_lock(&m);
	done = 1;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	int seen;
	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&m);
	pthread_join(t, NULL);
	seen = done;
	pthread_mutex_unlock(&m);
	return seen;
}
