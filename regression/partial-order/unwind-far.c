/* What a thread does in the 30th round of a loop: --unwind is larger than the unwindings before it. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x;

static void *goes_on(void *unused) {
	for (int n = 1; __VERIFIER_nondet_int(); n++)
		if (n == 30)
			x = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, goes_on, NULL);
	pthread_join(t, NULL);
	assert(x == 0);
	return 0;
}
