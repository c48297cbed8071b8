/* pthread_mutex_trylock fails only if the mutex is locked. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
	assert(pthread_mutex_trylock(&m) == 0);
	return pthread_mutex_unlock(&m);
}
