/* Main writes before it creates the first thread.  BUG: and after that. */
#include "any.h"

static unsigned value;

static void *reader(void *arg) {
	assert(value == 7);
	return arg;
}

int main(void) {
	pthread_t t;
	value = 7;
	while (more()) {
		pthread_create(&t, NULL, reader, NULL);
#ifdef BUG
		value = 7;
#endif
	}
}
