// Several entry points: the last line is that of one which depends on no guess, if there is one.
#include <assert.h>

int look(void);

void guessed(void) {
	assert(look() != 7);
}

void certain(int x) {
	assert(x != 3);
}

void fine(int x) {
	assert(x == x);
}
