/* A pointer in shared memory is written as an address. */
#include <pthread.h>

int x, y;
int *p = &x;

void *t(void *q) {
	p = &y;
	return 0;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, 0, t, 0);
	return p == &y;
}

// expect: main write p = &x
// expect: main spawn T1
// expect: main read p as r0
// expect: T1 write p = &y
// expect: T1 end
