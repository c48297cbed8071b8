/* Threads and a mutex of C11.  BUG: a thread goes on after mtx_trylock said thrd_busy. */
#include "any.h"
#include <threads.h>

static mtx_t m;
static unsigned x, y;

static int worker(void *arg) {
	int got = mtx_trylock(&m);
#ifdef BUG
	got = thrd_success;
#endif
	if (got != thrd_success)
		return arg != NULL;
	assert(x == y);
	x++;
	y++;
	mtx_unlock(&m);
	return 0;
}

int main(void) {
	thrd_t t;
	mtx_init(&m, mtx_plain);
	while (more())
		thrd_create(&t, worker, NULL);
	thrd_exit(0);
}
