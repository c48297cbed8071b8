/* Old states and types come back; wrong ones are refused. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
	int old;
	assert(pthread_setcancelstate(7, &old) == EINVAL);
	assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
	assert(old == PTHREAD_CANCEL_ENABLE);
	assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
	assert(old == OLD);
	assert(pthread_setcanceltype(7, &old) == EINVAL);
	assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0);
	assert(old == PTHREAD_CANCEL_DEFERRED);
	assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0);
	assert(old == PTHREAD_CANCEL_ASYNCHRONOUS);
}
