#pragma once

#include <stdbool.h>

struct stack;

struct stack *stack_create(void);
void stack_destroy(struct stack *stack);
bool stack_push(struct stack *stack, int value); /* false: full */
bool stack_pop(struct stack *stack, int *value); /* false: empty */
void stack_clear(struct stack *stack);
