/* A block whose length is an input: what is behind its end is not accessed. */
#include <pthread.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

static char text[4], other[4];

static void *run(void *argument) {
	text[AT] = 1;
	return argument;
}

int main(void) {
	pthread_t t;
	unsigned n = __VERIFIER_nondet_uint() % 3;
	pthread_create(&t, NULL, run, NULL);
	CALL;
	pthread_join(t, NULL);
}
