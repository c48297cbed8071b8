/* A thread reads until the input is 0, which need not come (BUG); or at most twice. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static void *reader(void *unused) {
#ifdef BUG
	while (__VERIFIER_nondet_int())
		;
#else
	for (int i = 0; i < 2 && __VERIFIER_nondet_int(); i++)
		;
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, reader, 0);
	pthread_join(t, 0);
	return 0;
}
