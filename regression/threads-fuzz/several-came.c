/* Several paths of main come to a place at which a context may also begin: the values of all of them
 * count. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static unsigned y = 1;

static void *doubles(void *unused) {
	y += y;
	return NULL;
}

int main(void) {
	pthread_t t;
	int n = __VERIFIER_nondet_int();
	pthread_create(&t, NULL, doubles, NULL);
	pthread_create(&t, NULL, doubles, NULL);
	if (y == 1)
		y--;
	__VERIFIER_assume(y == n);
	assert(n < 1 || y OVER);
	return 0;
}
