/* Two threads replace a shared block and free the old one; an atomic exchange yields it once. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current;

static void *replace(void *unused) {
	int *block = malloc(sizeof *block);
	int *old;
	if (EXCHANGES)
		old = atomic_exchange(&current, block);
	else {
		old = current;
		current = block;
	}
	free(old);
	return unused;
}

int main(void) {
	pthread_t t, u;
	current = malloc(sizeof(int));
	pthread_create(&t, NULL, replace, NULL);
	pthread_create(&u, NULL, replace, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
