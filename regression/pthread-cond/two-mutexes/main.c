/* Threads that wait on one condition variable at the same time must name the same mutex. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *run(void *argument) {
	pthread_mutex_lock(&MUTEX);
	pthread_cond_wait(&c, &MUTEX);
	pthread_mutex_unlock(&MUTEX);
	return NULL;
}

int main(void) {
	struct timespec until = {1, 0};
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&m);
	pthread_cond_timedwait(&c, &m, &until);
	pthread_mutex_unlock(&m);
}
