/* Nothing checks bounds: what lies behind an array is arbitrary, but only where it is read.  Both
 * threads read at an index that is an input, shared and bounded before they start.  BAD: the bound
 * is one too large. */
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

#ifdef BAD
#define SIZE 5
#else
#define SIZE 4
#endif

int table[4] = {1, 1, 1, 1};
int *at = table;
unsigned slot;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void *add(void *unused) {
	pthread_mutex_lock(&lock);
	sum += at[slot];
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void) {
	pthread_t a, b;
#ifdef REMAINDER
	slot = __VERIFIER_nondet_uint() % SIZE;
#else
	slot = __VERIFIER_nondet_uint();
	__VERIFIER_assume(slot < SIZE);
#endif
	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(sum == 2);
	return 0;
}
