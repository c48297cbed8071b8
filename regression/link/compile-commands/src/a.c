#include <assert.h>
#include "h.h"
int main(void) {
	assert(WIDTH == 4 && HEIGHT == b());
	assert(WIDTH == HEIGHT);
	return 0;
}
