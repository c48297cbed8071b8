/* Threads that a loop creates, the number of which an input decides, and that create one each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static atomic_int count;

static void *leaf(void *unused) {
	count++;
	return unused;
}

static void *branch(void *unused) {
	pthread_t t;
	pthread_create(&t, NULL, leaf, NULL);
	count++;
	pthread_join(t, NULL);
	return unused;
}

int main(void) {
	pthread_t t[2];
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 2)
		return 0;
	for (int i = 0; i < n; i++)
		pthread_create(&t[i], NULL, branch, NULL);
	for (int i = 0; i < JOINED; i++)
		pthread_join(t[i], NULL);
	assert(count == 2 * n);
}
