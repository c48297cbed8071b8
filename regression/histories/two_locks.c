/* A queue with a lock at each end.  EARLY: the tail is read before its lock is taken, so that of two
 * elements one is lost. */
#include "client.h"

struct node {
	int value;
	struct node *next;
};

static struct node *head, *tail;
static pthread_mutex_t at_head = PTHREAD_MUTEX_INITIALIZER, at_tail = PTHREAD_MUTEX_INITIALIZER;

static struct node *new_node(int value) {
	struct node *n = malloc(sizeof *n);
	n->value = value;
	n->next = NULL;
	return n;
}

static void enqueue(int value) {
	struct node *n = new_node(value), *last = tail;
	pthread_mutex_lock(&at_tail);
#ifndef EARLY
	last = tail;
#endif
	last->next = n;
	tail = n;
	pthread_mutex_unlock(&at_tail);
}

static bool dequeue(int *value) {
	pthread_mutex_lock(&at_head);
	struct node *first = head->next;
	if (first) {
		*value = first->value;
		head = first;
	}
	pthread_mutex_unlock(&at_head);
	return first;
}

static void *client(void *number) {
	for (int k = 0; k < OPS; k++) {
		int value = (int)(long)number * OPS + k + 1, found = 0;
		switch (__mt_op(3)) {
		case 0:
			__mt_call(0, value);
			enqueue(value);
			__mt_return(0);
			break;
		case 1: {
			__mt_call(1);
			bool is = dequeue(&found);
			__mt_return(1, is, is ? found : 0);
			break;
		}
		default: return NULL;
		}
	}
	return NULL;
}

static int element[THREADS * OPS + 1], count;

void __mt_spec_0(int value) {
	element[count++] = value;
	__mt_result(0);
}

void __mt_spec_1(void) {
	bool is = count > 0;
	int first = is ? element[0] : 0;
	for (int i = 0; i < count; i++)
		element[i] = element[i + 1];
	count -= is;
	__mt_result(1, is, first);
}

int main(void) {
	head = tail = new_node(0);
	run_clients();
	return 0;
}
