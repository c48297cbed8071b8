// expect: race x contexts 2 preemptions 1
// expect: assertion 19 contexts 2 preemptions 1
#include <assert.h>
#include <pthread.h>

int x;

static void *increment(void *argument) {
	x++;
	return argument;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, increment, NULL);
	pthread_create(&b, NULL, increment, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x == 2);
	return 0;
}
