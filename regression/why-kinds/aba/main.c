/* Cause: T1 reads top (20) and its next (21); main pops A, pops B, pushes A again (40), and T1's exchange (22) succeeds. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	struct node *_Atomic next;
	_Atomic int in_use;
};
static struct node a, b;
static struct node *_Atomic top;

static struct node *pop(void) {
	struct node *t, *next;
	do {
		t = NULL;
		next = NULL;

		t = top;
		next = t ? t->next : NULL;
	} while (t && !atomic_compare_exchange_strong(&top, &t, next));
	return t;
}

static void *popper(void *unused) {
	pop();
	return unused;
}

int main(void) {
	pthread_t s;
	a.next = &b;
	top = &a;
	pthread_create(&s, NULL, popper, NULL);
	struct node *x = pop(), *y = pop();
	if (x == &a && y == &b) {
		b.in_use = 1;
		a.next = NULL;
		top = &a;
	}
	pthread_join(s, NULL);
	assert(top != &b || !b.in_use);
	return 0;
}
