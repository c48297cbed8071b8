/* Cause: a consumer is woken at 13 and goes on although items is 0 again: the test of 12 is not repeated. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *unused) {
	pthread_mutex_lock(&m);
	/* if for while */
	if (items == 0)
		pthread_cond_wait(&c, &m);
	assert(items > 0);
	items--;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, consume, NULL);
	pthread_create(&b, NULL, consume, NULL);
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m);
		items++;
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
	}
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
