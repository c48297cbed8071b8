/* Two threads increment a variable: plain, under one lock, or each under its own. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static TYPE x;

static void *run(void *lock) {
	if (lock)
		pthread_mutex_lock(lock);
	x++;
	if (lock)
		pthread_mutex_unlock(lock);
	return NULL;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, run, FIRST);
	pthread_create(&t, NULL, run, SECOND);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	(void)&a, (void)&b;
}
