/* reorder2: setters write a pair of variables, ROUNDS times; a checker that reads between the two
 * writes sees half an update.  Who sees the second half also sees the first; the bug has it the
 * other way round. */
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
	if (a == 1)
		assert(b == -1);
#else
	if (b == -1)
		assert(a == 1);
#endif
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
