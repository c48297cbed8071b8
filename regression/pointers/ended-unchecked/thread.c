/* The same for a block that another thread frees. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void *frees(void *unused) {
	free(p);
	return NULL;
}

int main(void) {
	pthread_t t;
	p = malloc(sizeof *p);
	*p = 1;
	pthread_create(&t, NULL, frees, NULL);
#ifdef WAIT
	pthread_join(t, NULL);
	return 0;
#endif
	assert(*p == 1);
	pthread_join(t, NULL);
	return 0;
}
