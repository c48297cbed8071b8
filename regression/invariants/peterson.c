/* Peterson's lock for two threads that run for ever: what the turn is depends on where both of them
 * are.  BUG: the turn is given before the flag is set. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag1, flag2, turn;
static int x;

static void *first(void *unused) {
	for (;;) {
		flag1 = 1;
		turn = 2;
		while (flag2 && turn == 2)
			;
		x = 1;
		assert(x == 1);
		flag1 = 0;
	}
	return unused;
}

static void *second(void *unused) {
	for (;;) {
#ifdef BUG
		turn = 1;
		flag2 = 1;
#else
		flag2 = 1;
		turn = 1;
#endif
		while (flag1 && turn == 1)
			;
		x = 2;
		assert(x == 2);
		flag2 = 0;
	}
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
}
