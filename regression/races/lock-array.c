/* A counter and its lock in arrays, at an index that is an input.  Nothing checks bounds here; that
 * the index is inside follows from its range, from a branch, from an assumption, or from the sign of
 * a remainder.  BAD: one thread takes the first lock, whatever the index. */
#include <pthread.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

struct counter {
	int value;
	pthread_mutex_t lock;
};

#ifdef HEAP
struct counter *counter;
#else
struct counter counter[3];
#endif

#ifdef BAD
#define LOCK(i) counter[is_second ? 0 : (i)].lock
#else
#define LOCK(i) counter[i].lock
#endif

static void *count(void *is_second) {
#if defined BRANCH
	unsigned i = __VERIFIER_nondet_uint();
	if (i >= 3)
		return NULL;
#elif defined ASSUME
	unsigned i = __VERIFIER_nondet_uint();
	__VERIFIER_assume(i < 3);
#elif defined NEGATIVE
	int i = __VERIFIER_nondet_int() % 2 + 1;
#else
	unsigned i = __VERIFIER_nondet_uint() % 3;
#endif
	pthread_mutex_lock(&LOCK(i));
	counter[i].value++;
	pthread_mutex_unlock(&LOCK(i));
	return is_second;
}

int main(void) {
	pthread_t a, b;
#ifdef HEAP
	counter = calloc(3, sizeof *counter);
	if (!counter)
		return 1;
#endif
	for (int i = 0; i < 3; i++)
		pthread_mutex_init(&counter[i].lock, NULL);
	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, &b);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
