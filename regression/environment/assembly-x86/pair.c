/* A stack whose top has a version beside it, exchanged as 16 bytes: pop and push again goes unnoticed
 * without the version. */
#include <assert.h>
#include <pthread.h>

struct node {
	struct node *next;
};

struct top {
	struct node *first;
	unsigned long version;
} __attribute__((aligned(16))) top;

struct node nodes[3];

static int exchange(struct node *old, unsigned long version, struct node *new)
{
	unsigned char done;
#ifdef BUG
	unsigned long next = version;
#else
	unsigned long next = version + 1;
#endif
	__asm__ volatile("lock; cmpxchg16b %0\n\tsete %1"
	                 : "+m"(top), "=q"(done), "+a"(old), "+d"(version)
	                 : "b"(new), "c"(next)
	                 : "memory", "cc");
	return done;
}

static void *pop_two_push_one(void *argument)
{
	struct node *a = top.first;
	if (!a || !exchange(a, top.version, a->next))
		return 0;
	struct node *b = top.first;
	if (!b || !exchange(b, top.version, b->next))
		return 0;
	b->next = &nodes[2];
	a->next = top.first;
	exchange(a->next, top.version, a);
	return argument;
}

int main(void)
{
	pthread_t other;
	nodes[0].next = &nodes[1];
	nodes[1].next = 0;
	top.first = &nodes[0];
	pthread_create(&other, 0, pop_two_push_one, 0);
	unsigned long version = top.version;
	struct node *old = top.first;
	if (old == &nodes[0]) {
		struct node *next = old->next;
		if (next == &nodes[1] && exchange(old, version, next))
			assert(nodes[1].next != &nodes[2]);
	}
	pthread_join(other, 0);
	return 0;
}
