// What another thread sees before an assumption fails has happened.
// expect: race x contexts 1 preemptions 1
// expect: assertion 20 contexts 2 preemptions 2
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

int x;

static void *change(void *argument) {
	x = 1;
	__VERIFIER_assume(argument != NULL);
	return argument;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, change, NULL);
	assert(x == 0);
	return 0;
}
