/* pthread_self in a thread is what pthread_create told its creator. */
#include <assert.h>
#include <pthread.h>

static pthread_t seen;

static void *run(void *argument) {
	seen = pthread_self();
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(pthread_equal(seen, t));
	assert(!pthread_equal(seen, OTHER));
}
