/* Lamport's bakery for two threads, with tickets that grow until the numbers end.  BUG: one of them
 * does not wait while the other chooses its ticket. */
#include "any.h"

static atomic_uint a_ticket, b_ticket;
static atomic_bool a_chooses, b_chooses;
static int inside;

static void *a(void *arg) {
	for (;;) {
		a_chooses = true;
		unsigned seen = b_ticket;
		if (seen == LAST)
			return arg;
		a_ticket = seen + 1;
		a_chooses = false;
#ifndef BUG
		while (b_chooses)
			;
#endif
		while (b_ticket != 0 && b_ticket < a_ticket)
			;
		inside++;
		assert(inside == 1);
		inside--;
		a_ticket = 0;
	}
}

static void *b(void *arg) {
	for (;;) {
		b_chooses = true;
		unsigned seen = a_ticket;
		if (seen == LAST)
			return arg;
		b_ticket = seen + 1;
		b_chooses = false;
		while (a_chooses)
			;
		while (a_ticket != 0 && a_ticket <= b_ticket)
			;
		inside++;
		assert(inside == 1);
		inside--;
		b_ticket = 0;
	}
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, a, NULL);
	pthread_create(&t, NULL, b, NULL);
	pthread_join(s, NULL);
}
