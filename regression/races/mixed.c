/* An atomic access does not race with an atomic one, but with a plain one to the same variable. */
#include <pthread.h>

static int x;

static void *run(void *unused) {
	__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
	return unused;
}

int main(void) {
	pthread_t t;
	int y;
	pthread_create(&t, NULL, run, NULL);
	y = ACCESS;
	pthread_join(t, NULL);
	return y;
}
