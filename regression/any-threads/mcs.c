/* A queue lock after Mellor-Crummey and Scott: each thread waits at a node of its own, on its
 * stack. BUG: a thread that others wait for does not wait itself. */
#include "any.h"

struct node {
	struct node *_Atomic next;
	atomic_bool wait;
};
static struct node *_Atomic tail;
static int inside;

static void acquire(struct node *me) {
	struct node *before = atomic_exchange(&tail, me);
	if (!before)
		return;
	before->next = me;
#ifdef BUG
	while (me->wait && !me->next)
#else
	while (me->wait)
#endif
		;
}

static void release(struct node *me) {
	struct node *expected = me;
	if (!me->next && atomic_compare_exchange_strong(&tail, &expected, NULL))
		return;
	while (!me->next)
		;
	me->next->wait = false;
}

static void *worker(void *arg) {
	struct node me = {NULL, true};
	acquire(&me);
	inside++;
	assert(inside == 1);
	inside--;
	release(&me);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
