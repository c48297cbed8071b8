#include <assert.h>

int __VERIFIER_nondet_int(void);

struct pair {
	int a, b;
};

static int add(struct pair *p, struct pair *q)
{
	p->a = 1;
	q->a = 2;
	return p->a + q->a;
}

int main(void)
{
	struct pair x = {0, 0}, y = {0, 0}, *q = __VERIFIER_nondet_int() ? &x : &y;
	assert(add(&x, q) == 3); /* violated */
}
