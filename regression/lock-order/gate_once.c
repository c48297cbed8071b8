/* A gate helps only if it is closed each time. */
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *outer, pthread_mutex_t *inner) {
	pthread_mutex_lock(outer);
	pthread_mutex_lock(inner);
	pthread_mutex_unlock(inner);
	pthread_mutex_unlock(outer);
}

static void *first(void *unused) {
	pthread_mutex_lock(&gate);
	take(&a, &b);
	if (OPEN)
		pthread_mutex_unlock(&gate);
	take(&a, &b);
	if (!OPEN)
		pthread_mutex_unlock(&gate);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, first, NULL);
	pthread_join(t, NULL);
	pthread_mutex_lock(&gate);
	take(&b, &a);
	pthread_mutex_unlock(&gate);
}
