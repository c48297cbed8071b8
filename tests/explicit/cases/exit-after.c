// What another thread sees before the process ends has happened.
// expect: race x contexts 1 preemptions 1
// expect: assertion 19 contexts 2 preemptions 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;

static void *change(void *argument) {
	x = 1;
	exit(0);
	return argument;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, change, NULL);
	assert(x == 0);
	return 0;
}
