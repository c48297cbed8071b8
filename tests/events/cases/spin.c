/* A loop on shared memory is cut after two rounds, and that is said. */
#include <pthread.h>

int ready;

void *t(void *p) {
	ready = 1;
	return 0;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, 0, t, 0);
	while (!ready)
		;
	return 0;
}

// expect: main spawn T1
// expect: main read ready as r0
// expect: main read ready as r1 if (= r0 (_ bv0 32))
// expect: T1 write ready = (_ bv1 32)
// expect: T1 end
// expect: cut main.0
