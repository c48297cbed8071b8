/* What happens in the run itself: a violation, or no end. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *set(void *arg) {
	x = 1;
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	pthread_join(t, 0);
#ifdef FAILS
	assert(x == 0);
#endif
#ifdef ENDLESS
	while (x)
		;
#endif
	assert(x == 1);
	return 0;
}
