/* thrd_create may fail, if that is allowed. */
#include <assert.h>
#include <threads.h>

static int run(void *argument) {
	return 7;
}

int main(void) {
	thrd_t t;
	int result;
	int error = thrd_create(&t, run, NULL);
	assert(error == thrd_success || error == thrd_error || error == thrd_nomem);
	if (error != thrd_success && LOOKS)
		return 1;
	thrd_join(t, &result);
	assert(result == 7);
}
