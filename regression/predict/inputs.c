/* The lost update happens on one path only, which an input chooses. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int x, mode;

static void *add(void *arg) {
	if (mode == 7) {
		x++;
		assert(x > 0);
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	mode = __VERIFIER_nondet_int();
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(mode != 7 || x == 2);
	return 0;
}
