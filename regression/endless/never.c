/* Everybody goes on for ever: no deadlock, and what comes after is never reached. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *run(void *unused) {
	for (;;)
		if (turn == 1)
			turn = 0;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	while (turn != END)
		if (turn == 0)
			turn = 1;
	assert(0);
}
