/* Both arms of a branch write: each event under its guard, and what comes after under none. */
#include <pthread.h>

int flag, x;

void *t(void *p) {
	if (flag)
		x = 1;
	else
		x = 2;
	flag = 0;
	return 0;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, 0, t, 0);
	flag = 1;
	return x;
}

// expect: main spawn T1
// expect: main write flag = (_ bv1 32)
// expect: main read x as r0
// expect: T1 read flag as r1
// expect: T1 write x = (_ bv1 32) if (not (= r1 (_ bv0 32)))
// expect: T1 write x = (_ bv2 32) if (= r1 (_ bv0 32))
// expect: T1 write flag = (_ bv0 32)
// expect: T1 end
