/* Words of Goblint's tests: a check, an assumption, and marks that change nothing. */
#include <pthread.h>

extern void __goblint_check(int);
extern void __goblint_assume(int);
extern void __goblint_split_begin(int);
extern void __goblint_split_end(int);
extern int __VERIFIER_nondet_int(void);

static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *amount) {
	pthread_mutex_lock(&m);
	sum += *(int *)amount;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	int amount = __VERIFIER_nondet_int();
	__goblint_assume(amount > 0 && amount < LIMIT);
	__goblint_split_begin(amount);
	pthread_t t;
	pthread_create(&t, NULL, add, &amount);
	add(&amount);
	pthread_join(t, NULL);
	__goblint_split_end(amount);
	__goblint_check(sum < 20);
	return 0;
}
