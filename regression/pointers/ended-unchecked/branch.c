/* A block that is freed in one branch, and read after it: where nothing checks pointers, the verdict
 * does not rest on what the read gives. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
	int *p = malloc(sizeof *p);
	int is_freed = __VERIFIER_nondet_int() != 0;
	*p = 1;
	if (is_freed)
		free(p);
#ifdef TESTS
	if (is_freed)
		return 0;
#endif
	assert(*p == 1);
	return 0;
}
