/* Two increments, of which one gets lost. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *inc(void *unused) {
	x++;
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
