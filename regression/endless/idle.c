/* A loop that nothing can end, after a branch, while another thread goes on. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int x, y;

static void *run(void *unused) {
	y = 1;
	assert(y == VALUE);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	if (__VERIFIER_nondet_int())
		x = 1;
	while (x < 2)
		;
}
