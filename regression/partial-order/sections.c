/* Two critical sections in each of two threads. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *count(void *unused) {
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	if (LOCKS)
		pthread_mutex_lock(&m);
	n++;
	if (LOCKS)
		pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, count, NULL);
	pthread_create(&u, NULL, count, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(n == 4);
	return 0;
}
