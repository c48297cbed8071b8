/* Cause: count++ (8) is a read and a write, between which the other thread writes. */
#include <assert.h>
#include <pthread.h>

static int count;

static void *work(void *unused) {
	count++;
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(count == 2);
	return 0;
}
