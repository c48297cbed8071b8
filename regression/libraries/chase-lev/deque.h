#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#define DEQUE_CELLS 4

struct deque {
	atomic_int top, bottom;
	atomic_int cells[DEQUE_CELLS];
};

void deque_init(struct deque *deque);
bool deque_push(struct deque *deque, int value); /* owner only; false: full */
bool deque_pop(struct deque *deque,
               int *value); /* owner only, from the end of push; false: empty */
bool deque_steal(struct deque *deque,
                 int *value); /* from the other end; false: empty, or somebody was faster */
