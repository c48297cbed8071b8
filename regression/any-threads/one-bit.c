/* Mutual exclusion with one bit for each of two threads, of which one gives way.  BUG: having given
 * way, it does not ask again. */
#include "any.h"

static atomic_bool first_wants, second_wants;
static bool busy;

static void *first(void *arg) {
	for (;;) {
		first_wants = true;
		while (second_wants)
			;
		assert(!busy);
		busy = true;
		busy = false;
		first_wants = false;
	}
	return arg;
}

static void *second(void *arg) {
	for (;;) {
		second_wants = true;
		while (first_wants) {
			second_wants = false;
			while (first_wants)
				;
#ifndef BUG
			second_wants = true;
#endif
		}
		assert(!busy);
		busy = true;
		busy = false;
		second_wants = false;
	}
	return arg;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, first, NULL);
	pthread_create(&t, NULL, second, NULL);
	pthread_join(s, NULL);
}
