// expect: safe
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *increment(void *argument) {
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, increment, NULL);
	pthread_create(&b, NULL, increment, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x == 2);
	return 0;
}
