/* The step to 2 is missing.  "stage > 1" would hold, since nobody would come to the assertion. */
#include <assert.h>
#include <pthread.h>

#ifndef LAST
#define LAST 1
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stage;

static void *advance(void *unused) {
	pthread_mutex_lock(&m);
	stage = LAST;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, advance, NULL);
	pthread_mutex_lock(&m);
	int seen = stage;
	pthread_mutex_unlock(&m);
	if (seen >= 1)
		assert(stage == 2);
	pthread_join(t, NULL);
}
