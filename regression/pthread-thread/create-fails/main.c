/* pthread_create may fail, if that is allowed: then there is nothing to join. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int done;

static void *run(void *argument) {
	done = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	int error = pthread_create(&t, NULL, run, NULL);
	assert(error == 0 || error == EAGAIN);
	if (error != 0 && LOOKS)
		return 1;
	pthread_join(t, NULL);
	assert(done);
}
