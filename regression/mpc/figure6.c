/* Figure 6: both reads can find 1, though a run finds 0 and 1.  One path. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define LIMIT 2
#else
#define LIMIT 3
#endif

static int x, r1, r2;

static void *reader(void *arg) {
	r1 = x;
	r2 = x;
	return arg;
}

static void *writer(void *arg) {
	x = 1;
	return arg;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, reader, NULL);
	pthread_create(&t, NULL, writer, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	assert(r1 + r2 < LIMIT);
	return 0;
}
