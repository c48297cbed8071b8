/* As many threads as there is time for: the third one to come finds the counter at 2.  Threads must
 * run although main never stops creating more. */
#include <pthread.h>

extern void reach_error(void);

#ifndef LIMIT
#define LIMIT 2
#endif

static int arrived;

static void *arrive(void *unused) {
	(void)unused;
	if (arrived == LIMIT)
		reach_error();
	arrived = arrived + 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, NULL, arrive, NULL);
}
