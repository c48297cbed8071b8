/* Two locks do the work of one: neither is needed alone, but one of them is. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *unused) {
	(void)unused;
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	x++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
