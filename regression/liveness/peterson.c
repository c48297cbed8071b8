/* Peterson's lock; BUG: a thread does not take its flag back. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *worker(void *p) {
	int me = p != 0, other = 1 - me;
	wants[me] = 1;
	turn = other;
	while (wants[other] && turn == other)
		;
	inside++;
#ifdef BUG
	if (me)
		return 0;
#endif
	wants[me] = 0;
	return 0;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, &inside);
	pthread_join(a, 0);
	worker(0);
	pthread_join(b, 0);
	return 0;
}
