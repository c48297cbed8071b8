/* Atomic sections in the manner of SV-COMP, one of them a function. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;

static void __VERIFIER_atomic_add(int n) {
	x += n;
}

static void *work(void *unused) {
	(void)unused;
#ifdef BUG
	x++;
#else
	__VERIFIER_atomic_begin();
	x++;
	__VERIFIER_atomic_end();
#endif
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	__VERIFIER_atomic_add(1);
	pthread_join(t, NULL);
	assert(x == 2);
	return 0;
}
