/* Threads created in a loop, each with a place of its own to write to; BUG: all have the same. */
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
static int cell[N];

static void *work(void *arg) {
	int *mine = arg;
	*mine = *mine + 1;
	return NULL;
}

int main(void) {
	pthread_t t[N];
	for (int i = 0; i < N; i++)
#ifdef BUG
		pthread_create(&t[i], NULL, work, &cell[0]);
#else
		pthread_create(&t[i], NULL, work, &cell[i]);
#endif
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	assert(cell[0] + cell[1] + cell[2] == N);
}
