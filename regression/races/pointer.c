/* A race that two pointers lead to, of which one depends on an input. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int x, y, z;
static int *volatile p = &x;

static void *run(void *unused) {
	*p = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	int *q = __VERIFIER_nondet_int() ? &y : &OTHER;
	pthread_create(&t, NULL, run, NULL);
	*q = 2;
	pthread_join(t, NULL);
	return x + y + z;
}
