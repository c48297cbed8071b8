/* An object lives as long as its block is executed: a jump back to before its declaration leaves it
 * the same.  One that leaves the block and enters it again makes another. */
#include <assert.h>
#include <setjmp.h>
#include <stddef.h>

struct s {
	int i;
};

/* C11 6.5.2.5 */
static int literal(void)
{
	struct s *p = 0, *q;
	int j = 0;

again:
	q = p, p = &((struct s){ j++ });
	if (j < 2)
		goto again;
	return p == q && q->i == 1;
}

static int declaration(void)
{
	int *p = NULL, n = 0;
again:
	if (p)
		*p = 5; /* it has no name here, but it lives */
	int x = n == 0 ? 4 : *p + 1;
	if (p && p != &x)
		return 0;
	p = &x;
	{
		int y[2] = {n};
		if (y[0] == 0 && n++ == 0)
			goto again;
	}
	return *p == 6;
}

static int array(void)
{
	int *p = NULL, n = 0;
again:;
	int a[2], *q = p;
	a[1] = n;
	p = a;
	if (n++ < 2)
		goto again;
	return p == q && q[1] == 2;
}

static int from_outside(int skip)
{
	int *p = NULL, n = 0;
	if (skip)
		goto into;
	{
		int x;
	again:
		x = 1;
	into:
		p = &x;
		int y[1];
		if (n && p[0] != 1)
			return 0;
		y[0] = 3;
		p = y;
		if (n++ == 0)
			goto again;
		if (*p != 3)
			return 0;
	}
	return 1;
}

static int condition(void)
{
	int *p = NULL, *q = NULL, n = 0;
	for (; q = p, p = &(int){ n }, n < 3; n++)
		if (n > 0 && p != q)
			return 0;
	return 1;
}

static jmp_buf env;

static int by_longjmp(void)
{
	int *volatile p = NULL;
	volatile int n = 0;
	setjmp(env);
	int x[1] = { 7 };
	if (p && p != x)
		return 0;
	p = x;
	if (n++ == 0)
		longjmp(env, 1);
	return *p == 7;
}

int main(void)
{
	assert(literal());
	assert(declaration());
	assert(array());
	assert(from_outside(0));
	assert(from_outside(1));
	assert(condition());
	assert(by_longjmp());
}
