/* Peterson's algorithm.  BUG: one of the two gives way before it says that it wants to enter. */
#include "any.h"

static atomic_bool a_wants, b_wants;
static atomic_int turn;
static int inside;

static void *a(void *arg) {
	for (;;) {
#ifdef BUG
		turn = 1;
		a_wants = true;
#else
		a_wants = true;
		turn = 1;
#endif
		while (b_wants && turn == 1)
			;
		inside++;
		assert(inside == 1);
		inside--;
		a_wants = false;
	}
	return arg;
}

static void *b(void *arg) {
	for (;;) {
		b_wants = true;
		turn = 0;
		while (a_wants && turn == 0)
			;
		inside++;
		assert(inside == 1);
		inside--;
		b_wants = false;
	}
	return arg;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, a, NULL);
	pthread_create(&t, NULL, b, NULL);
	pthread_join(s, NULL);
}
