/* Two threads that never end, and nothing that either of them waits for. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
enum { NEVER = 2 };
#else
enum { NEVER = 3 };
#endif

static int n;

static void *turn(void *arg) {
	while (1)
		n = (n + 1) % 3;
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, turn, NULL);
	while (1)
		assert(n != NEVER);
}
