/* What is larger than a machine word is read and written word by word. */
#include <assert.h>
#include <pthread.h>

static TYPE shared;

static void *write(void *unused) {
	shared = NEW;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, NULL, write, NULL);
	TYPE seen = shared;
	assert(seen == 0 || seen == (__typeof__(seen + 0))NEW);
	pthread_join(thread, NULL);
	assert(shared == (__typeof__(seen + 0))NEW);
	return 0;
}
