/* Figure 7: both conditions hold in no execution, since each needs a write that the other forbids.
 * Three paths.  With BUG, the assertion is about the path on which neither holds. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define UNTRUE (x == 2 && y == 1)
#else
#define UNTRUE (x == 1 && y == 2)
#endif

static int x, y;

static void *first(void *arg) {
	if (y == 1)
		x = 1;
	else
		x = 2;
	return arg;
}

static void *second(void *arg) {
	if (x == 2)
		y = 2;
	else
		y = 1;
	return arg;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, first, NULL);
	pthread_create(&t, NULL, second, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	assert(!UNTRUE);
	return 0;
}
