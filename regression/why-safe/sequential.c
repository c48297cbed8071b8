/* No threads: there is nothing to take away. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
	int x = 1;
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	assert(x == 2);
	return 0;
}
