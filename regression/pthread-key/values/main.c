/* Every thread has a value of its own, at first NULL. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int a, b;

static void *run(void *argument) {
	assert(pthread_getspecific(key) == FIRST);
	assert(pthread_setspecific(key, &b) == 0);
	assert(pthread_getspecific(key) == &b);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_key_t second;
	assert(pthread_key_create(&key, NULL) == 0);
	assert(pthread_key_create(&second, NULL) == 0 && second != key);
	assert(pthread_setspecific(key, &a) == 0);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(pthread_getspecific(key) == &a);
	assert(pthread_getspecific(second) == NULL);
}
