/* One thread takes a mutex twice and waits for ever, others go on: one waits for it, and one makes a
 * mistake of its own, so that it is never at an end.  SECOND is the mutex that is taken second. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *twice(void *argument) {
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&l);
	pthread_mutex_lock(&SECOND);
	pthread_mutex_unlock(&SECOND);
	pthread_mutex_unlock(&l);
	pthread_mutex_unlock(&m);
	return argument;
}

static void *once(void *argument) {
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return argument;
}

static void *wrong(void *argument) {
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void) {
	pthread_t t[3];
	pthread_create(&t[0], NULL, twice, NULL);
	pthread_create(&t[1], NULL, once, NULL);
	pthread_create(&t[2], NULL, wrong, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
