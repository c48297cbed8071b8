/* reorder, after Rungta and Mercer, "Clash of the titans", PADTAD 2009: setters write a and b one
 * after the other; a checker that comes between the two sees half an update. */
#include <assert.h>
#include <pthread.h>

#ifndef SETTERS
#define SETTERS 2
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif

static int a = 0, b = 0;

static void *set(void *unused) {
	a = 1;
	b = -1;
	return NULL;
}

static void *check(void *unused) {
	assert((a == 0 && b == 0) || (a == 1 && b == -1));
	return NULL;
}

int main(void) {
	pthread_t setter[SETTERS], checker[CHECKERS];
	for (int i = 0; i < SETTERS; i++)
		pthread_create(&setter[i], NULL, set, NULL);
	for (int i = 0; i < CHECKERS; i++)
		pthread_create(&checker[i], NULL, check, NULL);
	for (int i = 0; i < SETTERS; i++)
		pthread_join(setter[i], NULL);
	for (int i = 0; i < CHECKERS; i++)
		pthread_join(checker[i], NULL);
	return 0;
}
