#pragma once

#include <stdatomic.h>

#define COUNTER_CELLS 3

struct counter {
	atomic_int cells[COUNTER_CELLS];
};

void counter_init(struct counter *counter);
void counter_increment(struct counter *counter, int thread);
void counter_decrement(struct counter *counter, int thread);
int counter_read(struct counter *counter);
