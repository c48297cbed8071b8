/* atomic_init is no atomic access (C11, 7.17.2.1): it races with an atomic one; a store does not. */
#include <pthread.h>
#include <stdatomic.h>

struct pair {
	int a, b;
};

static _Atomic TYPE x;

static void *run(void *unused) {
	TYPE seen = atomic_load(&x);
	(void)seen;
	return unused;
}

int main(void) {
	pthread_t t;
	TYPE zero = {0};
	BEFORE;
	pthread_create(&t, NULL, run, NULL);
	AFTER;
	pthread_join(t, NULL);
}
