/* What a pointer of unknown origin points to, once it was used, is no low address; another pointer may be NULL. */
#include <assert.h>

int *nondet_ptr(void);

int main(void) {
	int *used = nondet_ptr(), *other = nondet_ptr();
	*used = 1;
	assert(WHICH != 0);
	return 0;
}
