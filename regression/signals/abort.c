/* abort() runs a handler of SIGABRT. */
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static void look(int number) {
	assert(number == EXPECTED);
}

int main(void) {
	signal(SIGABRT, look);
	abort();
}
