/* What && does not come to is not read. */
#include <pthread.h>

int x = 1, y, z = 1;

static void *add(void *argument) {
	x += 2;
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, add, NULL);
	return z < z && y == x;
}
