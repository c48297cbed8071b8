/* A counter that some threads increment and some decrement, one writes a constant, and one reads:
 * what it can read at most, and at least, follows from how many of them there are. */
#include <assert.h>
#include <pthread.h>

static int counter = 5;

static void *increment(void *arg) {
	counter++;
	return arg;
}

static void *decrement(void *arg) {
	counter--;
	return arg;
}

static void *set(void *arg) {
	counter = 20;
	return arg;
}

int main(void) {
	pthread_t t[8];
	for (int i = 0; i < 5; i++)
		pthread_create(&t[i], 0, increment, 0);
	for (int i = 5; i < 7; i++)
		pthread_create(&t[i], 0, decrement, 0);
	pthread_create(&t[7], 0, set, 0);
	int seen = counter;
	assert(seen >= LEAST && seen <= MOST && (seen <= 10 || seen >= 18));
}
