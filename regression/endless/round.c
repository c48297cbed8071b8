/* A loop that an input makes endless, with a branch in it or not, while other threads go on. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int flag, input, other;

static void *set(void *unused) {
	flag = 1;
	return unused;
}

static void *check(void *unused) {
	other = 1;
	assert(CONDITION);
	return unused;
}

int main(void) {
	pthread_t s, t;
	int n = __VERIFIER_nondet_int(), seen = 0;
	input = n;
	pthread_create(&s, NULL, set, NULL);
	pthread_create(&t, NULL, check, NULL);
	do {
		if (BRANCH)
			seen = flag;
	} while (AGAIN);
	return seen + other;
}
