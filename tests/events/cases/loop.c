/* A loop over constants is unwound; each round has its events. */
#include <pthread.h>

int x;

void *t(void *p) {
	for (int i = 0; i < 3; i++)
		x = x + i;
	return 0;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, 0, t, 0);
	return x;
}

// expect: main spawn T1
// expect: main read x as r0
// expect: T1 read x as r1
// expect: T1 write x = r1
// expect: T1 read x as r2
// expect: T1 write x = (bvadd r2 (_ bv1 32))
// expect: T1 read x as r3
// expect: T1 write x = (bvadd r3 (_ bv2 32))
// expect: T1 end
