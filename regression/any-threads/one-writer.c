/* One thread changes x, then y; whoever reads them the other way round sees x at least as new. BUG:
 * readers read in the same order. */
#include "any.h"

static atomic_uint x, y;

static void *reader(void *arg) {
#ifdef BUG
	unsigned new = x, old = y;
#else
	unsigned old = y, new = x;
#endif
	assert(new >= old);
	return arg;
}

static void *writer(void *arg) {
	while (x != LAST) {
		x++;
		y++;
	}
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	while (more())
		pthread_create(&t, NULL, reader, NULL);
}
