#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

struct config {
	int level, limit;
};

static int pick(int c) {
	int r;
	if (c > 3 || SET)
		r = 1;
	return r;
}

static int twice(int n) {
	return 2 * n;
}

int main(void) {
	char line[4];
	int v = pick(__VERIFIER_nondet_int());
	struct config *c = malloc(sizeof *c);
	if (!c)
		return 1;
	c->level = 1;
	if (SET)
		c->limit = 1;
#ifdef VARIABLE
	assert(twice(v) == 2);
#elif defined BLOCK
	assert(c->limit == 1);
#else /* input is chosen, but not unset */
	if (read(0, line, 4) == 4)
		assert(line[0] != 'x');
#endif
	free(c);
	return 0;
}
