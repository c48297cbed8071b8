/* Two blocks of memory of which each thread has one, or one that they share. */
#include <pthread.h>
#include <stdlib.h>

static void *run(void *block) {
	int *p = block;
	p[1] = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	int *p = malloc(2 * sizeof *p), *q = malloc(2 * sizeof *q);
	if (!p || !q)
		abort();
	pthread_create(&t, NULL, run, p);
	run(MINE);
	pthread_join(t, NULL);
	free(p);
	free(q);
}
