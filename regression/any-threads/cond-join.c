/* A condition variable is destroyed after the thread that waited on it has been joined.  BUG:
 * it is neither woken nor joined. */
#include <stdbool.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static bool ready; /* protected by m */

static int worker(void *arg) {
	mtx_lock(&m);
	while (!ready)
		cnd_wait(&c, &m);
	mtx_unlock(&m);
	return arg != NULL;
}

int main(void) {
	thrd_t t;
	mtx_init(&m, mtx_plain);
	cnd_init(&c);
	thrd_create(&t, worker, NULL);
	mtx_lock(&m);
	ready = true;
	mtx_unlock(&m);
#ifndef BUG
	cnd_signal(&c);
	thrd_join(t, NULL);
#endif
	cnd_destroy(&c);
}
