/* A guided run passes races beyond the context bound on its way to the branch, and goes on. */
#include <assert.h>
#include <pthread.h>

int x = 1;

static void *one(void *argument) {
	x = 0;
	x += 1;
	return argument;
}

static void *two(void *argument) {
	x += x;
	x += 2;
	return argument;
}

int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	if (x <= LEAST)
		assert(x > LEAST);
	return 0;
}
