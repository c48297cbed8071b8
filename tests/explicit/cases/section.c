// expect: safe
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x;

static void __VERIFIER_atomic_increment(void) {
	x++;
}

static void *increment(void *argument) {
	__VERIFIER_atomic_increment();
	return argument;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, increment, NULL);
	__VERIFIER_atomic_begin();
	x++;
	__VERIFIER_atomic_end();
	pthread_join(a, NULL);
	assert(x == 2);
	return 0;
}
