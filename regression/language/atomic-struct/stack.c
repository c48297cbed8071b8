/* A stack whose head carries a counter: two threads push with compare-exchange of the whole head. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
	struct node *next;
};

struct head {
	struct node *top;
	unsigned short pushed; /* padding behind it */
};

static _Atomic struct head stack;
static struct node one, two;

static void push(struct node *n)
{
	struct head old = atomic_load(&stack), new;
	do {
		n->next = old.top;
		new.top = n;
		new.pushed = old.pushed + 1;
#ifdef BUG
		atomic_store(&stack, new);
		break;
#endif
	} while (!atomic_compare_exchange_weak(&stack, &old, new));
}

static void *pusher(void *n)
{
	push(n);
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, pusher, &one);
	push(&two);
	pthread_join(t, NULL);
	struct head h = atomic_load(&stack);
	assert(h.pushed == 2); /* violated with BUG */
	assert(h.top == &one || h.top == &two);
	assert(h.top->next == (h.top == &one ? &two : &one));
}
