/* An assertion under a condition on two reads. */
#include <pthread.h>

int turn, x;

void *t(void *p) {
	x = 1;
	turn = 1;
	return 0;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, 0, t, 0);
	if (turn == 1 && x == 0)
		__VERIFIER_assert(x == 1);
	return 0;
}

// expect: main spawn T1
// expect: main read turn as r0
// expect: main read x as r1 if (= r0 (_ bv1 32))
// expect: main read x as r2 if (and (= r0 (_ bv1 32)) (= r1 (_ bv0 32)))
// expect: main assert (= r2 (_ bv1 32)) if (and (= r0 (_ bv1 32)) (= r1 (_ bv0 32)))
// expect: T1 write x = (_ bv1 32)
// expect: T1 write turn = (_ bv1 32)
// expect: T1 end
