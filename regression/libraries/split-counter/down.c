/* The specification for down.api. */
#include "spec.c"

void counter_decrement(struct counter *counter, int thread) {
	(void)counter, (void)thread;
	count--;
}
