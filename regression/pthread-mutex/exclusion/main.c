/* A mutex keeps two increments apart. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *run(void *argument) {
	pthread_mutex_lock(&MUTEX);
	x++;
	pthread_mutex_unlock(&MUTEX);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	assert(x == 2);
}
