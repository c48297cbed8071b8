/* Peterson's lock, for ever; without the flag of one thread it does not exclude. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *enter(void *number) {
	int me = *(int *)number;
	for (;;) {
		wants[me] = me == 0 || WANTS;
		turn = !me;
		while (wants[!me] && turn == !me)
			;
		assert(inside == 0);
		inside = 1;
		inside = 0;
		wants[me] = 0;
	}
	return NULL;
}

int main(void) {
	static int number[2] = {0, 1};
	pthread_t t;
	pthread_create(&t, NULL, enter, &number[1]);
	enter(&number[0]);
}
