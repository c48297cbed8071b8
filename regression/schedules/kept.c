/* Two increments, none of which gets lost. */
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *inc(void *unused) {
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, inc, NULL);
	pthread_create(&b, NULL, inc, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x == 2);
	return 0;
}
