// The signal comes before the wait.
// expect: deadlock global contexts 0 preemptions 0
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *wait(void *argument) {
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, wait, NULL);
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	return 0;
}
