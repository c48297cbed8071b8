/* What an input was is remembered although the variable that held it is gone: the second thread
 * must find what the first one decided. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int input, seen_big, done;

static void *look(void *unused) {
	(void)unused;
	if (input > 10)
		seen_big = 1;
	done = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	input = __VERIFIER_nondet_int();
	pthread_create(&t, NULL, look, NULL);
	if (done)
#ifdef BAD
		assert(seen_big == (input > 11));
#else
		assert(seen_big == (input > 10));
#endif
	pthread_join(t, NULL);
}
