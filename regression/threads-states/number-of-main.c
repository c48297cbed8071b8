// Workers put their messages into a table of 128 slots. Each reads its number from the variable over
// which main loops, so it may be that of a later one, or WORKERS; BUG is to believe that it is less.
#include <assert.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#define SLOTS 128
#ifdef BUG
#define LIMIT WORKERS
#else
#define LIMIT (WORKERS + 1)
#endif

static int table[SLOTS];
static pthread_mutex_t locks[SLOTS];

static int put_if_free(int slot, int message)
{
	int done = 0;
	pthread_mutex_lock(&locks[slot]);
	if (table[slot] == 0) {
		table[slot] = message;
		done = 1;
	}
	pthread_mutex_unlock(&locks[slot]);
	return done;
}

static void *worker(void *p)
{
	int number = *(int *)p;
	for (int round = 1; round <= ROUNDS; round++) {
		int message = round * 11 + number;
		int slot = message * 7 % SLOTS;
		while (!put_if_free(slot, message))
			slot = (slot + 1) % SLOTS;
	}
	assert(number < LIMIT);
	return 0;
}

int main(void)
{
	pthread_t threads[WORKERS];
	int i;
	for (i = 0; i < SLOTS; i++)
		pthread_mutex_init(&locks[i], 0);
	for (i = 0; i < WORKERS; i++)
		pthread_create(&threads[i], 0, worker, &i);
	for (int k = 0; k < WORKERS; k++)
		pthread_join(threads[k], 0);
	return 0;
}
