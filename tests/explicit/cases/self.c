// expect: deadlock global contexts 0 preemptions 0
// expect: deadlock local contexts 0 preemptions 0
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	return 0;
}
