/* A counter under a mutex, then a branch on another shared variable. */
#include <pthread.h>

int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *t(void *p) {
	pthread_mutex_lock(&m);
	x = x + 1;
	pthread_mutex_unlock(&m);
	if (y)
		x = 5;
	return 0;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, 0, t, 0);
	y = 1;
	pthread_join(a, 0);
	__VERIFIER_assert(x == 1);
	return 0;
}

// expect: main spawn T1
// expect: main write y = (_ bv1 32)
// expect: main wait join
// expect: main read x as r0
// expect: main assert (= r0 (_ bv1 32))
// expect: T1 wait mutex
// expect: T1 acquire m
// expect: T1 read x as r1
// expect: T1 write x = (bvadd r1 (_ bv1 32))
// expect: T1 release m
// expect: T1 read y as r2
// expect: T1 write x = (_ bv5 32) if (not (= r2 (_ bv0 32)))
// expect: T1 end
