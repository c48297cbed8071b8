/* A value is written before an atomic flag is set, and read by those who have seen the flag.  BUG:
 * it is read by all. */
#include "any.h"

static atomic_bool ready;
static unsigned value;

static void *reader(void *arg) {
#ifdef BUG
	bool go = true;
#else
	bool go = ready;
#endif
	return go && value ? arg : NULL;
}

static void *writer(void *arg) {
	value = 7;
	ready = true;
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	while (more())
		pthread_create(&t, NULL, reader, NULL);
}
