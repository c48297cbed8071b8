// Two locks in both orders, behind a third one that nobody has modelled.
#include <pthread.h>

void enter(void);
void leave(void);

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
	ENTER;
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
	LEAVE;
}

void *worker(void *arg) {
	both(&a, &b);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	both(&b, &a);
	pthread_join(t, NULL);
	return 0;
}
