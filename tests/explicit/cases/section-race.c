// The thread is about to make its plain access, main is about to enter its section.
// expect: race x contexts 1 preemptions 1
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x;

static void *store(void *argument) {
	x = 1;
	return argument;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, store, NULL);
	__VERIFIER_atomic_begin();
	x++;
	__VERIFIER_atomic_end();
	return 0;
}
