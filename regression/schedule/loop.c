/* The number of rounds is an input, at most three. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifdef BUG
enum { MOST = 2 };
#else
enum { MOST = 3 };
#endif

static unsigned rounds, n;

static void *work(void *arg) {
	(void)arg;
	for (unsigned i = 0; i < rounds; i++)
		n++;
	return NULL;
}

int main(void) {
	pthread_t t;
	rounds = __VERIFIER_nondet_uint();
	__VERIFIER_assume(rounds <= 3);
	pthread_create(&t, NULL, work, NULL);
	assert(n <= MOST);
	pthread_join(t, NULL);
	assert(n == rounds);
}
