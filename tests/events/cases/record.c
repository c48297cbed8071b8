/* A record is copied member by member, so that each read is an event. */
#include <pthread.h>

struct pair {
	int a, b;
} p, q;

void *t(void *unused) {
	p = q;
	return 0;
}

int main(void) {
	pthread_t u;
	pthread_create(&u, 0, t, 0);
	q.b = 4;
	return p.a;
}

// expect: main spawn T1
// expect: main write q+4 = (_ bv4 32)
// expect: main read p as r0
// expect: T1 read q as r1
// expect: T1 write p = r1
// expect: T1 read q+4 as r2
// expect: T1 write p+4 = r2
// expect: T1 end
