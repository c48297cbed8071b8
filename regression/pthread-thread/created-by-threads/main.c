/* Threads that create threads, in a loop. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *leaf(void *argument) {
	pthread_mutex_lock(&m);
	count++;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *branch(void *argument) {
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, leaf, NULL);
	for (int i = 0; i < JOINED; i++)
		pthread_join(t[i], NULL);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, branch, NULL);
	pthread_join(t, NULL);
	pthread_mutex_lock(&m);
	assert(count == 2);
	pthread_mutex_unlock(&m);
}
