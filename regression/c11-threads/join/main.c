/* thrd_create, thrd_exit, thrd_join. */
#include <assert.h>
#include <threads.h>

static int run(void *argument) {
	if (argument)
		thrd_exit(5);
	return 7;
}

int main(void) {
	thrd_t t, u;
	int first, second;
	assert(thrd_create(&t, run, NULL) == thrd_success);
	assert(thrd_create(&u, run, &t) == thrd_success);
	assert(!thrd_equal(t, u) && !thrd_equal(t, thrd_current()));
	thrd_yield();
	assert(thrd_join(t, &first) == thrd_success);
	assert(thrd_join(u, &second) == thrd_success);
	assert(first == 7 && second == SECOND);
}
