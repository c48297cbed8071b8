/* Figure 4 of the paper: two threads increment x and y, each increment atomic, and branch on what
 * they have read.  The inputs are the first values of x and y.
 *
 * What a branch does is counted in a local variable, so that the engine joins both ways; with
 * -DAPART it is counted in shared memory, and the paths stay apart as in the paper. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;
static int found[2];

static void *increment(void *arg) {
#ifdef APART
	int *zeros = &found[(long)arg];
#else
	int local = 0, *zeros = &local;
#endif
	int a = __sync_fetch_and_add(&x, 1);
	if (a == 0)
		++*zeros;
	a = __sync_fetch_and_add(&y, 1);
	if (a == 0)
		++*zeros;
#ifdef BUG
	assert(*zeros < 2);
#else
	assert(*zeros <= 2);
#endif
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	x = __VERIFIER_nondet_int();
	y = __VERIFIER_nondet_int();
	__VERIFIER_atomic_begin();
	pthread_create(&t1, NULL, increment, (void *)0);
	pthread_create(&t2, NULL, increment, (void *)1);
	__VERIFIER_atomic_end();
	pthread_exit(NULL);
}
