/* A destructor that sets the value again is called PTHREAD_DESTRUCTOR_ITERATIONS times. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void destructor(void *value) {
	calls++;
	pthread_setspecific(key, value);
}

static void *run(void *argument) {
	pthread_setspecific(key, &key);
	pthread_exit(NULL);
}

int main(void) {
	pthread_t t;
	pthread_key_create(&key, destructor);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(calls == CALLS);
}
