// expect: lock 8 contexts 0 preemptions 0
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
	pthread_mutex_destroy(&(pthread_mutex_t){0});
	pthread_mutex_unlock(&m);
	return 0;
}
