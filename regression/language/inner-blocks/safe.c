/* C11 6.8.4, 6.8.5: a statement inside of another is a block, and so is the whole. */
#include <assert.h>

static int twice(const int *p, int c)
{
	if (c && (p = (int[]){1, 2}))
		return p[0] + p[1];
	else
		p = (int[]){3}, c = *p;
	return c;
}

int __VERIFIER_nondet_int(void);

int main(void)
{
	int argc = __VERIFIER_nondet_int();
	int *p = 0, *q, n = 0;
	while (q = p, p = &(int){n}, n < 2) {
		if (n++ > 0)
			assert(p == q); /* the loop is one block ... */
	}
	n = 0;
	do
		q = &(int){n}, n += *q + 1;
	while (n < 4);
	switch (p = (int[]){argc > 1, 2}, p[0])
	case 1:
		p = (int[]){p[0], 5}, n = p[1];
	assert(n == (argc > 1 ? 5 : 7));
	assert(twice(0, argc > 1) == 3);
}
