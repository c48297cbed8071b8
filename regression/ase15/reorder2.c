/* reorder2: setters write a pair of variables, ROUNDS times; a checker that reads between the two
 * writes sees half an update.  It expects the first half with the second, and so must read the
 * second first, which the bug does not. */
#include <assert.h>
#include <pthread.h>

#ifndef SETTERS
#define SETTERS 1
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static int a = 0, b = 0;

static void *set(void *unused) {
	for (int k = 0; k < ROUNDS; k++) {
		a = 1;
		b = -1;
	}
	return NULL;
}

static void *check(void *unused) {
#ifdef BUG
	int left = a, right = b;
#else
	int right = b, left = a;
#endif
	assert(right == 0 || left == 1);
	return NULL;
}

int main(void) {
	pthread_t setter[SETTERS], checker;
	for (int i = 0; i < SETTERS; i++)
		pthread_create(&setter[i], NULL, set, NULL);
	pthread_create(&checker, NULL, check, NULL);
	for (int i = 0; i < SETTERS; i++)
		pthread_join(setter[i], NULL);
	pthread_join(checker, NULL);
	return 0;
}
