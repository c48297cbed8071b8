/* A block is freed or not, and it may have been made in either of two contexts. */
#include <pthread.h>
#include <stdlib.h>

static int flag;

static void *set(void *unused) {
	flag = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, set, NULL);
	int seen = flag;
	char *block = malloc(8);
	if (block == NULL)
		exit(0);
	if (seen)
		free(block);
	pthread_join(t, NULL);
#ifndef BUG
	if (!seen)
		free(block);
#endif
	return 0;
}
