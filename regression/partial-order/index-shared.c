/* The index itself is shared: it changes between two accesses. */
#include <assert.h>
#include <pthread.h>

static int a[3], i;

static void *move(void *unused) {
	i = 2;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, move, NULL);
	a[i]++;
	pthread_join(t, NULL);
	assert(CONDITION);
	return 0;
}
