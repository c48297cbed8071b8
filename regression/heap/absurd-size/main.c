/* No object is larger than PTRDIFF_MAX: such a request fails, and only such a one. */
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

size_t __VERIFIER_nondet_size_t(void);

int main(void) {
	size_t n = __VERIFIER_nondet_size_t();
	void *p = CALL;
	assert((p == NULL) == (TOO_MUCH));
	assert(p != NULL || errno == ENOMEM);
	free(p);
}
