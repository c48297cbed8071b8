/* An atomic section accesses one element, which an input selects; the other thread one of the same.
 */
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int a[3], n;

static void *store(void *argument) {
	a[1] = 1;
	return argument;
}

int main(void) {
	pthread_t t;
	n = __VERIFIER_nondet_int();
	__VERIFIER_assume(n >= 0 && n <= 1);
	pthread_create(&t, NULL, store, NULL);
	__VERIFIER_atomic_begin();
	a[n]++;
	__VERIFIER_atomic_end();
	return 0;
}
