// Any value but one violates the assertion: it is the one that the program compares with.
#include <assert.h>

int look(void);

int main(void) {
	int x = look();
	assert(CONDITION);
	return 0;
}
