/* Stores to a variable of one's own do not race with those of others to theirs. */
#include <pthread.h>

static STORAGE int x;

static void *run(void *unused) {
	int *p = &x;
	*p = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
}
