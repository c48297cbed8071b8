/* Two threads take two locks in one order. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int from = 2, to;

static void *move(void *unused) {
	(void)unused;
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	from--;
	to++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, move, NULL);
#ifdef BUG
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
#else
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
#endif
	assert(from + to == 2);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_join(t, NULL);
	return 0;
}
