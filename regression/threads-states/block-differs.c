/* What the schedule decides about a block is part of the state, although its name is not: its
 * size, whether it was freed, whether two pointers lead to the same one, whether it is lost.  The
 * schedule that is explored first finds nothing. */
#include <pthread.h>
#include <stdlib.h>

static int flag, other;
static char *block, *second;

static void *toggle(void *unused) {
	flag = 1;
	flag = 0;
	return unused;
}

static void *idle(void *unused) {
	other = 1;
	other = 2;
	return unused;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, toggle, NULL);
	pthread_create(&u, NULL, idle, NULL);
	int seen = flag;
	block = malloc(seen * SIZE + 8);
	second = malloc(8);
	if (block == NULL || second == NULL)
		exit(0);
	if (!(seen * LOST))
		free(second);
	if (!(seen * FREED))
		second = NULL;
	if (seen * ALIAS)
		second = block;
	seen = 0;
	pthread_join(t, NULL);
	int now = other; /* a state of several threads */
	block[4] = (char)now;
	free(second);
	free(block);
	pthread_join(u, NULL);
	return 0;
}
