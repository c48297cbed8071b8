/* The error needs the two threads in turn, several times. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *odd(void *arg) {
	(void)arg;
	if (x == 0)
		x = 1;
	if (x == 2)
		x = 3;
	return NULL;
}

static void *even(void *arg) {
	(void)arg;
	if (x == 1)
		x = 2;
	if (x == 3)
		x = 4;
	return NULL;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, odd, NULL);
	pthread_create(&b, NULL, even, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
#ifdef BUG
	assert(x != 4);
#else
	assert(x != 5);
#endif
}
