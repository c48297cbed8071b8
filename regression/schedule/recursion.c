/* A thread writes down a recursion, and main looks at it from time to time. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
enum { DEPTH = 4 };
#else
enum { DEPTH = 3 };
#endif

static int depth;

static void go(int n) {
	if (n == 0)
		return;
	depth++;
	go(n - 1);
	depth--;
}

static void *work(void *arg) {
	(void)arg;
	go(DEPTH);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	assert(depth <= 3);
	pthread_join(t, NULL);
	assert(depth == 0);
}
