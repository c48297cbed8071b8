#include <stdlib.h>

struct node {
	struct node *next;
	int *value;
};
static struct node *head;

static void push(void) {
	struct node *n = malloc(sizeof *n);
	n->value = malloc(sizeof *n->value);
#ifdef OVERWRITTEN
	n->next = NULL;
#else
	n->next = head;
#endif
	head = n;
}

static void pop(void) {
	struct node *n = head;
	head = n->next;
#ifndef DROPPED
	free(n->value);
#endif
	free(n);
}

static void reset(void) {
	int *spare = malloc(sizeof *spare);
#ifndef LOST
	free(spare);
#endif
}

int main(void) {
	push();
	push();
	reset();
	while (head)
		pop();
#ifdef KEPT
	push();
#endif
#ifdef EXITS
	int *mine = malloc(sizeof *mine), *copy = mine;
	copy = NULL;
	if (!copy)
		exit(0);
#endif
	return 0;
}
