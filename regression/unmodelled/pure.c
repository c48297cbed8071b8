/* Attributes const and pure say that there is no effect, so nothing has to be assumed; the result
 * may be anything. */
#include <assert.h>

extern int look(const int *) ATTRIBUTE;

int main(void) {
	int x = 1;
	int y = look(&x);
	assert(CONDITION);
	return 0;
}
