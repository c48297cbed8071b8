// The violation depends on a branch that is not taken.
#include <assert.h>

int look(void);

int main(void) {
	int ok = INITIAL;
	if (look() < 0)
		ok = 1;
	assert(ok);
	return 0;
}
