/* Cause: both threads find the block unclaimed (9) and free it (10). */
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static _Atomic int claimed;

static void *release(void *unused) {
	if (!claimed) {
		free(shared);
		claimed = 1;
	}
	return unused;
}

int main(void) {
	pthread_t a, b;
	shared = malloc(sizeof *shared);
	pthread_create(&a, NULL, release, NULL);
	pthread_create(&b, NULL, release, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
