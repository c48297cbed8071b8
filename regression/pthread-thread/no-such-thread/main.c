/* No thread has this identifier: undefined; ESRCH where that is not checked. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
	pthread_t nobody = 4711;
	assert(pthread_join(nobody, NULL) == RESULT);
	assert(pthread_detach(nobody) == ESRCH);
	assert(pthread_cancel(nobody) == ESRCH);
}
