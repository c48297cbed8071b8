/* The run itself fails, after more changes of thread than the bound allows. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *second(void *arg) {
	while (turn != 1)
		;
	turn = 2;
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, second, 0);
	turn = 1;
	while (turn != 2)
		;
	assert(0);
	return 0;
}
