/* An assertion that is not checked is evaluated all the same: its reads may race. */
#include <pthread.h>

extern void __VERIFIER_assert(int);
extern void __ESBMC_assert(_Bool, const char *);
extern void __CPROVER_assert(_Bool, const char *);
extern void __CPROVER_output(const char *, ...);
static int shared;

static void *writer(void *unused) {
	shared = 1;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, NULL, writer, NULL);
#ifdef JOINED
	pthread_join(thread, NULL);
#endif
	LOOKS;
	return 0;
}
