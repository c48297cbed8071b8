/* Condition variables of C11. */
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int run(void *argument) {
	mtx_lock(&m);
	ready = 1;
	if (SIGNAL)
		cnd_signal(&c);
	mtx_unlock(&m);
	return 0;
}

int main(void) {
	thrd_t t;
	struct timespec until = {1, 0};
	mtx_init(&m, mtx_plain);
	cnd_init(&c);
	thrd_create(&t, run, NULL);
	mtx_lock(&m);
	while (!ready)
		assert(cnd_wait(&c, &m) == thrd_success);
	assert(cnd_timedwait(&c, &m, &until) == thrd_timedout);
	mtx_unlock(&m);
	cnd_broadcast(&c);
	thrd_join(t, NULL);
	cnd_destroy(&c);
}
