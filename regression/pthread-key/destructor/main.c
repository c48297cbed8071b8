/* A destructor gets the value when the thread ends, once; the value is NULL by then. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int a, calls;

static void destructor(void *value) {
	assert(value == &a);
	assert(pthread_getspecific(key) == NULL);
	calls++;
}

static void *run(void *argument) {
	pthread_setspecific(key, VALUE);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_key_create(&key, destructor);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(calls == 1);
}
