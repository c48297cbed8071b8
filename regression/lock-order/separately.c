/* A thread that takes a and b, and then b and c, never holds a while it waits for c; with all three
 * it does. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	if (SEPARATELY)
		pthread_mutex_unlock(&a);
	pthread_mutex_lock(&c);
	pthread_mutex_unlock(&c);
	if (!SEPARATELY)
		pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, first, NULL);
	pthread_join(t, NULL);
	pthread_mutex_lock(&c);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&c);
}
