/* One input and one schedule only: 13 must be set between the two comparisons. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x;

static void *work(void *arg) {
	x = *(int *)arg * 3 + 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	int input = __VERIFIER_nondet_int();
#ifndef BUG
	if (input == 4)
		return 0;
#endif
	if (input < 0 || input > 1000)
		return 0;
	pthread_create(&t, NULL, work, &input);
	int early = x == 13;
	int late = x == 13;
	assert(early || !late);
	pthread_join(t, NULL);
}
