/* What C11 leaves undefined. */
#include <threads.h>

static mtx_t m;

static int run(void *argument) {
#ifdef WAIT
	mtx_lock(&m);
#endif
	return 0;
}

int main(void) {
	thrd_t t;
	mtx_init(&m, mtx_plain);
	mtx_lock(&m);
	thrd_create(&t, run, NULL);
#ifdef RELOCK
	mtx_lock(&m);
#endif
#ifndef WAIT
	mtx_unlock(&m);
#endif
#ifdef UNLOCK_TWICE
	mtx_unlock(&m);
#endif
	mtx_destroy(&m);
#ifdef USE_DESTROYED
	mtx_lock(&m);
#endif
	thrd_join(t, NULL);
}
