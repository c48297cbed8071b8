/* A stack without locks: push only. */
#include <assert.h>
#include <pthread.h>

#include "arm64.h"

struct node {
	struct node *next;
	int value;
};

struct node *top, nodes[3];

static void push(struct node *n)
{
	struct node *old;
	do {
		old = *(struct node **)&top;
		n->next = old;
#ifdef BUG
		old = top;
#endif
	} while (!compare_swap_pointer((void **)&top, old, n));
}

static void *first(void *argument)
{
	push(&nodes[0]);
	return argument;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, 0, first, 0);
	push(&nodes[1]);
	pthread_join(other, 0);
	int n = 0;
	for (struct node *p = top; p; p = p->next)
		n++;
	assert(n == 2);
	return 0;
}
