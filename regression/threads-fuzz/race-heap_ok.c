/* As race-heap_bad, but the blocks are different ones. */
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int *p;

static void *store(void *argument) {
	__VERIFIER_atomic_begin();
	int *q = malloc(sizeof *q);
	int *mine = malloc(sizeof *mine);
	*q = 2;
	*mine = *q;
	__VERIFIER_atomic_end();
	return argument;
}

int main(void) {
	pthread_t t;
	p = malloc(sizeof *p);
	*p = 0;
	pthread_create(&t, NULL, store, NULL);
	*p += 1;
	return 0;
}
