/* Nothing is asserted of what threads share, and a data race keeps races from counting. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *unused) {
	(void)unused;
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	int seen = x;
#ifdef STRONG
	pthread_join(t, NULL);
	assert(x == 1);
#endif
	return seen < 0;
}
