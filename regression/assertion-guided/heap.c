/* A list that two threads extend: pointers are part of where a thread is, numbers in nodes are not. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef LEAST
#define LEAST 2
#endif

struct node {
	int value;
	struct node *next;
};

static struct node *head;
static int base = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *adder(void *unused) {
	struct node *n = malloc(sizeof *n);
	n->value = base;
	base = 2;
	pthread_mutex_lock(&lock);
	n->next = head;
	head = n;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	int sum = 0;
	pthread_create(&t1, NULL, adder, NULL);
	pthread_create(&t2, NULL, adder, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	for (struct node *n = head; n; n = n->next)
		sum += n->value;
	assert(sum >= LEAST);
	return 0;
}
