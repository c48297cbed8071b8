/* A lock of a table, at an index that is an input: the search looks at a node again for each case, after the block of
 * memory was published there. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static pthread_mutex_t lock[4];
static unsigned bucket[4];
static unsigned char *block;

static void *idle(void *argument) {
	return argument;
}

static void *look(void *argument) {
	unsigned k = (unsigned)__VERIFIER_nondet_int();
#ifdef BUG
	assert(bucket[k % 3u] > 0);
#else
	assert(bucket[k % 3u] == 0);
#endif
	return argument;
}

int main(void) {
	pthread_t thread[2];
	block = malloc(sizeof *block);
	*block = 0;
	unsigned k = (unsigned)__VERIFIER_nondet_int();
	__VERIFIER_assume(k <= 3u);
	pthread_mutex_lock(&lock[k]);
	pthread_create(&thread[0], NULL, idle, NULL);
	pthread_create(&thread[1], NULL, look, NULL);
}
