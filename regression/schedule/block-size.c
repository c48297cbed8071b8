/* What a thread has read decides the size of a block; it may have read it in either of two
 * contexts, which make the same block. */
#include <pthread.h>
#include <stdlib.h>

#ifdef BUG
enum { LESS = 4 };
#else
enum { LESS = 5 };
#endif

static int flag;

static void *set(void *unused) {
	flag = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, set, NULL);
	int seen = flag;
	char *block = malloc(seen ? LESS : 8);
	if (block == NULL)
		exit(0);
	pthread_join(t, NULL);
	block[4] = 1;
	free(block);
	return 0;
}
