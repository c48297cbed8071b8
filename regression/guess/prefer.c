// The first assertion fails if 'fetch' returns 77, the second one whatever it returns: that one is reported.
#include <assert.h>
#include <pthread.h>

int fetch(void);
int count, seen;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
	int n = fetch();
	LOCK;
	count++;
	UNLOCK;
	if (n == 77)
		seen = 1;
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	worker(NULL);
	assert(!seen);
	pthread_join(t, NULL);
	assert(count == 2);
	return 0;
}
