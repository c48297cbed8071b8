/* Elements of an array, by a constant and by an index that was read. */
#include <pthread.h>

int a[4], i;

void *t(void *p) {
	a[1] = 5;
	i = 2;
	return 0;
}

int main(void) {
	pthread_t u;
	pthread_create(&u, 0, t, 0);
	int k = i & 3;
	a[k] = 9;
	return a[1];
}

// expect: main spawn T1
// expect: main read i as r0
// expect: main write a[((_ zero_extend 60) (concat ((_ extract 1 0) r0) (_ bv0 2)))] = (_ bv9 32)
// expect: main read a+4 as r1
// expect: T1 write a+4 = (_ bv5 32)
// expect: T1 write i = (_ bv2 32)
// expect: T1 end
