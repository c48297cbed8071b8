/* The order of destructors of several keys is unspecified. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;
static int done;

static void one(void *value) {
	assert(!NEEDS_ORDER || done == 0);
	done += *(int *)value;
}

static void two(void *value) {
	assert(!NEEDS_ORDER || done == 1);
	done += *(int *)value;
}

static void *run(void *unused) {
	static int a = 1, b = 2;
	pthread_setspecific(first, &a);
	pthread_setspecific(second, &b);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_key_create(&first, one);
	pthread_key_create(&second, two);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(done == 3);
}
