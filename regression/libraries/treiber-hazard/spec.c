#include "stack.h"

static int values[8], count;

bool stack_push(struct stack *stack, int value) {
	(void)stack;
	values[count++] = value;
	return true;
}

bool stack_pop(struct stack *stack, int me, int *value) {
	(void)stack, (void)me;
	if (count == 0)
		return false;
	*value = values[--count];
	values[count] = 0;
	return true;
}
