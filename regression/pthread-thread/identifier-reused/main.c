/* Identifiers of threads that were joined may be those of new ones. */
#include <assert.h>
#include <pthread.h>

static void *run(void *unused) {
	return unused;
}

int main(void) {
	pthread_t first, second;
	pthread_create(&first, NULL, run, NULL);
	BEFORE;
	pthread_create(&second, NULL, run, NULL);
	assert(!pthread_equal(first, second));
	AFTER;
	pthread_join(second, NULL);
}
