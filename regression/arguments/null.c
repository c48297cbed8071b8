/* --args: what may be null, and what may be the same. */
#include <assert.h>

struct pair {
	int a, b;
};

int swap(struct pair *p, struct pair *q) {
	p->a = 1;
	q->a = 2;
	assert(p->a == 1);
	return 0;
}

int may_be_null(struct pair *p) {
	return p ? p->a : 0;
}

int must_not(struct pair *p) {
	return p->a;
}
