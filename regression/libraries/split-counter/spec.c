#include "counter.h"

static int count;

void counter_increment(struct counter *counter, int thread) {
	(void)counter, (void)thread;
	count++;
}

int counter_read(struct counter *counter) {
	(void)counter;
	return count;
}
