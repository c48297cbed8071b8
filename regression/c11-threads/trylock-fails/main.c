/* mtx_trylock may fail although nobody has the mutex (C11, 7.26.4.5): who gives up then has done nothing. */
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int n;

static int run(void *unused) {
	(void)unused;
	if (mtx_trylock(&m) != thrd_success)
		OTHERWISE;
	n++;
	mtx_unlock(&m);
	return 0;
}

int main(void) {
	thrd_t t;
	mtx_init(&m, mtx_plain);
	thrd_create(&t, run, NULL);
	thrd_join(t, NULL);
	assert(n == 1);
	mtx_destroy(&m);
}
