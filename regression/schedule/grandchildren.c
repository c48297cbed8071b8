/* Threads that create threads: which one is the third depends on the schedule. */
#include <assert.h>
#include <pthread.h>

static int leaves, sum;

static void *leaf(void *arg) {
	__atomic_fetch_add(&sum, *(int *)arg, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&leaves, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

static void *parent(void *arg) {
	pthread_t t;
	pthread_create(&t, NULL, leaf, arg);
#ifndef BUG
	pthread_join(t, NULL);
#endif
	return NULL;
}

int main(void) {
	pthread_t a, b;
	int one = 1, two = 2;
	pthread_create(&a, NULL, parent, &one);
	pthread_create(&b, NULL, parent, &two);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(leaves == 2 && sum == 3);
	pthread_exit(NULL);
}
