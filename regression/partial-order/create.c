/* Each branch creates another thread, at its own point. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x;

static void *one(void *unused) {
	x = 1;
	return unused;
}

static void *two(void *unused) {
	x = x + 2;
	return unused;
}

int main(void) {
	pthread_t t;
	int which = __VERIFIER_nondet_int();
	if (which)
		pthread_create(&t, NULL, one, NULL);
	else {
		x = 1;
		pthread_create(&t, NULL, two, NULL);
	}
	pthread_join(t, NULL);
	assert(CONDITION);
	return 0;
}
