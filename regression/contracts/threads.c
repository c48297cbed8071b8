/* With threads: a function whose accesses to memory are one atomic section. */
#include <pthread.h>

#ifdef BUG
#define WANTED 3
#else
#define WANTED 4
#endif
int x;

void bump(int by)
__CPROVER_requires(by >= 0 && by < 100)
__CPROVER_requires(x < 1000)
__CPROVER_assigns(x)
__CPROVER_ensures(x == __CPROVER_old(x) + by)
{
	__VERIFIER_atomic_begin();
	x += by;
	__VERIFIER_atomic_end();
}

int twice(int k)
__CPROVER_requires(-100 < k && k < 100)
__CPROVER_ensures(__CPROVER_return_value == 2 * k)
{
	return k + k;
}

static void *work(void *unused) {
	bump(twice(1));
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	__CPROVER_assert(x == WANTED, "sum"); /* here */
	return 0;
}
