/* Dekker's algorithm.  BUG: a thread that waited for its turn does not look at the other's flag
 * again. */
#include "any.h"

enum { A, B };
static atomic_bool a_wants, b_wants;
static atomic_int turn;
static int inside;

static void *a(void *arg) {
	for (;;) {
		a_wants = true;
#ifdef BUG
		if (b_wants)
#else
		while (b_wants)
#endif
			if (turn != A) {
				a_wants = false;
				while (turn != A)
					;
				a_wants = true;
			}
		inside++;
		assert(inside == 1);
		inside--;
		turn = B;
		a_wants = false;
	}
	return arg;
}

static void *b(void *arg) {
	for (;;) {
		b_wants = true;
		while (a_wants)
			if (turn != B) {
				b_wants = false;
				while (turn != B)
					;
				b_wants = true;
			}
		inside++;
		assert(inside == 1);
		inside--;
		turn = A;
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
