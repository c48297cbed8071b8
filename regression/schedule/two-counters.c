// Two threads increment without a lock: the least sum is 2, however many increments there are.
#include <assert.h>
#include <pthread.h>
#ifndef ROUNDS
#define ROUNDS 5
#endif
#ifdef BUG
#define LOW 3
#else
#define LOW 2
#endif
static int x;
static void *add(void *p) {
	for (int i = 0; i < ROUNDS; i++)
		x++;
	return p;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x >= LOW && x <= 2 * ROUNDS);
	return 0;
}
