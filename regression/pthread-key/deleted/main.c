/* A deleted key is none, and its destructor is not called.  To use it is undefined; EINVAL where that
 * is not checked. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_key_t key;

static void destructor(void *value) {
	assert(0);
}

static void *run(void *argument) {
	pthread_setspecific(key, &key);
	if (DELETE) {
		assert(pthread_key_delete(key) == 0);
		assert(pthread_key_delete(key) == EINVAL);
		assert(pthread_setspecific(key, &key) == EINVAL);
	}
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_key_create(&key, destructor);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
}
