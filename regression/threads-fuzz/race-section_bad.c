/* An atomic section accesses x only for inputs above 0. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x, n;

static void *store(void *argument) {
	x = 1;
	return argument;
}

int main(void) {
	pthread_t t;
	n = __VERIFIER_nondet_int();
	__VERIFIER_assume(n >= 0 && n <= 1);
	pthread_create(&t, NULL, store, NULL);
	__VERIFIER_atomic_begin();
	if (n > 0)
		x++;
	__VERIFIER_atomic_end();
	return 0;
}
