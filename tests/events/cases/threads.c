/* Two threads of one function, each with its own argument; one is created under a condition. */
#include <pthread.h>

int x, n;

void *t(void *p) {
	x = (int)(long)p;
	n = 1;
	return 0;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, t, (void *)1);
	if (n)
		pthread_create(&b, 0, t, (void *)2);
	n = x;
	return 0;
}

// expect: main spawn T1
// expect: main read n as r0
// expect: main spawn T2 if (not (= r0 (_ bv0 32)))
// expect: main read x as r1
// expect: main write n = r1
// expect: T1 write x = (_ bv1 32)
// expect: T1 write n = (_ bv1 32)
// expect: T1 end
// expect: T2 write x = (_ bv2 32)
// expect: T2 write n = (_ bv1 32)
// expect: T2 end
