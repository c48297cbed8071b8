/* A structure in a block that one branch has freed is copied, by an assignment or by memcpy. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
	int a, b;
};

int main(void) {
	struct pair *p = malloc(sizeof *p), q;
	int is_freed = __VERIFIER_nondet_int() != 0;
	p->a = p->b = 1;
	if (is_freed)
		free(p);
#ifdef TESTS
	if (is_freed)
		return 0;
#endif
#ifdef CALLS
	memcpy(&q, p, sizeof q);
#else
	q = *p;
#endif
	assert(q.a == 1);
	return 0;
}
