/* The same of C11, where a detached thread has ended, or may have. */
#include <assert.h>
#include <threads.h>

static int run(void *unused) {
	(void)unused;
	return 0;
}

int main(void) {
	thrd_t t;
	thrd_create(&t, run, NULL);
	DETACH;
	assert(!thrd_equal(t, thrd_current()));
	return 0;
}
