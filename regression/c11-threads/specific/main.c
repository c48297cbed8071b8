/* tss_*, call_once, thrd_sleep, thrd_detach. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static tss_t key;
static once_flag flag = ONCE_FLAG_INIT;
static int x, calls, destroyed;

static void once(void) {
	calls++;
}

static void destructor(void *value) {
	destroyed++;
}

static int run(void *argument) {
	call_once(&flag, once);
	assert(tss_get(key) == NULL);
	assert(tss_set(key, &x) == thrd_success && tss_get(key) == &x);
	return 0;
}

int main(void) {
	thrd_t t;
	struct timespec second = {1, 0};
	assert(tss_create(&key, destructor) == thrd_success);
	thrd_create(&t, run, NULL);
	call_once(&flag, once);
	assert(thrd_sleep(&second, NULL) == 0);
	thrd_join(t, NULL);
	assert(calls == 1 && destroyed == DESTROYED);
	tss_delete(key);
}
