/* An intrinsic called by pointer is not recognised; a function of the program is one of its own,
 * whatever its name. */
#include <assert.h>

int seen;
void __CPROVER_assume(int c)BODY

int main(void) {
	void (*f)(int) = __CPROVER_assume;
	f(0);
	assert(seen == WANTED);
	return 0;
}
