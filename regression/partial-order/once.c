/* One of two threads initialises; the other waits until that is done. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int n;

static void initialise(void) {
	n++;
}

static void *run(void *unused) {
	if (ONCE)
		pthread_once(&once, initialise);
	else
		initialise();
	assert(n == 1);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
	return 0;
}
