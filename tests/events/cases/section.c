/* The accesses of an atomic section are marked. */
#include <pthread.h>

int x, y;

void *t(void *p) {
	__VERIFIER_atomic_begin();
	x = y + 1;
	__VERIFIER_atomic_end();
	return 0;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, 0, t, 0);
	y = 3;
	return x;
}

// expect: main spawn T1
// expect: main write y = (_ bv3 32)
// expect: main read x as r0
// expect: T1 read atomically y as r1
// expect: T1 write atomically x = (bvadd r1 (_ bv1 32))
// expect: T1 end
