/* Mutexes of C11. */
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int x;

static int run(void *argument) {
	int result = mtx_trylock(&m);
	assert(result == thrd_success || result == thrd_busy);
	if (result != thrd_success && LOCK)
		assert(mtx_lock(&m) == thrd_success);
	x++;
	if (result == thrd_success || LOCK)
		mtx_unlock(&m);
	return 0;
}

int main(void) {
	thrd_t t;
	struct timespec until = {1, 0};
	assert(mtx_init(&m, mtx_timed) == thrd_success);
	thrd_create(&t, run, NULL);
	mtx_lock(&m);
	assert(mtx_timedlock(&m, &until) == thrd_timedout);
	x++;
	mtx_unlock(&m);
	thrd_join(t, NULL);
	assert(x == 2);
	mtx_destroy(&m);
	mtx_init(&m, mtx_plain | mtx_recursive);
	assert(mtx_lock(&m) == thrd_success && mtx_lock(&m) == thrd_success);
}
