/* A race in a branch that is taken only after a rendezvous, or only for some input. */
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static atomic_int ready;
static int x, n;

static void *run(void *unused) {
	x = 1;
	ready = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	n = __VERIFIER_nondet_int();
	pthread_create(&t, NULL, run, NULL);
	if (CONDITION)
		x = 2;
	pthread_join(t, NULL);
}
