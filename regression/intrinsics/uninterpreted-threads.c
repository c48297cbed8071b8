/* The same function in all threads. */
#include <pthread.h>

int __CPROVER_uninterpreted_f(int);
int a, b;

static void *run(void *unused) {
	(void)unused;
	a = __CPROVER_uninterpreted_f(7);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	b = __CPROVER_uninterpreted_f(ARGUMENT);
	pthread_join(t, NULL);
	__CPROVER_assert(a == b, "equal");
	return 0;
}
