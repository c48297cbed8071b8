/* A record that refers to itself, met first through a pointer to const. */
#include <assert.h>

struct node {
	int value;
	struct node *next;
};

struct list {
	const struct node *first;
};

static int second(const struct node *n) {
	return n->next->value;
}

int main(void) {
	struct list l;
	struct node b = {2, 0}, a = {1, &b};
	l.first = &a;
	assert(second(l.first) == VALUE);
}
