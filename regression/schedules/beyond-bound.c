/* Within the bound no loop is cut.  Beyond it, one of the threads reads inputs as long as it likes: what
 * the search finds there must not weaken the verdict within the bound. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 30
#endif

int nondet_int(void);

static int stage, sum;
static unsigned n;

static void *first(void *unused) {
	stage = 1;
	if (stage == 2)
		stage = 3;
	return NULL;
}

static void *second(void *unused) {
	if (stage == 1)
		stage = 2;
	if (stage == 3)
		while (nondet_int())
			n += 3;
	return NULL;
}

static void *adder(void *unused) {
	for (int i = 0; i < ROUNDS; i++) {
		int old = sum;
		sum = old + i;
	}
	return NULL;
}

int main(void) {
	pthread_t t[4];
	pthread_create(&t[0], NULL, first, NULL);
	pthread_create(&t[1], NULL, second, NULL);
	pthread_create(&t[2], NULL, adder, NULL);
	pthread_create(&t[3], NULL, adder, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
#ifdef BUG
	assert(sum == ROUNDS * (ROUNDS - 1));
#else
	assert(sum <= ROUNDS * (ROUNDS - 1));
#endif
	return 0;
}
