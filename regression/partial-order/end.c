/* main ends the program while it has the lock that the thread needs to fail. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *look(void *unused) {
	pthread_mutex_lock(&m);
	assert(x == 0);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, look, NULL);
	pthread_mutex_lock(&m);
	x = 1;
	if (UNLOCKS)
		pthread_mutex_unlock(&m);
	return 0;
}
