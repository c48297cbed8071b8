/* What a section leaves behind in which an assertion fails is seen by nobody: 'n != 0' cannot fail. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 0
#endif

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned n = N;

static void *takes(void *unused) {
	__VERIFIER_atomic_begin();
	n--;
	assert(n != 0);
	__VERIFIER_atomic_end();
	return NULL;
}

static void *gives(void *unused) {
	__VERIFIER_atomic_begin();
	n++;
	assert(n != 1);
	__VERIFIER_atomic_end();
	return NULL;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, takes, NULL);
	pthread_create(&u, NULL, gives, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
