/* To destroy a locked mutex is undefined; to destroy an unlocked one is not. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
	pthread_mutex_lock(&m);
	if (UNLOCK)
		pthread_mutex_unlock(&m);
	assert(pthread_mutex_destroy(&m) == 0);
}
