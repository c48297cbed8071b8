/* Szymanski's algorithm for two threads.  A thread stands outside (0), wants to enter (1), waits
 * for others to come in (2), is in the waiting room (3), or has closed its door (4).  BUG: the
 * second one does not wait until the first has left. */
#include "any.h"

static atomic_int a, b;
static bool busy;

static void *first(void *arg) {
	for (;;) {
		a = 1;
		while (b >= 3)
			;
		a = 3;
		if (b == 1) {
			a = 2;
			while (b != 4)
				;
		}
		a = 4;
		assert(!busy);
		busy = true;
		busy = false;
		for (int seen = b; seen == 2 || seen == 3; seen = b)
			;
		a = 0;
	}
	return arg;
}

static void *second(void *arg) {
	for (;;) {
		b = 1;
		while (a >= 3)
			;
		b = 3;
		if (a == 1) {
			b = 2;
			while (a != 4)
				;
		}
		b = 4;
#ifndef BUG
		while (a >= 2)
			;
#endif
		assert(!busy);
		busy = true;
		busy = false;
		b = 0;
	}
	return arg;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, first, NULL);
	pthread_create(&t, NULL, second, NULL);
	pthread_join(s, NULL);
}
