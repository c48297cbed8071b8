/* A loop waits for a flag that follows a value, or comes before it. */
#include <assert.h>
#include <pthread.h>

static int value, flag;

static void *store(void *unused) {
	FIRST = 1;
	SECOND = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, store, NULL);
	while (!flag) {
	}
	assert(value == 1);
	pthread_join(t, NULL);
	return 0;
}
