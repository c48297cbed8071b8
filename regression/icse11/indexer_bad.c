/* indexer, after Flanagan and Godefroid, "Dynamic partial-order reduction for model checking
 * software", POPL 2005: threads insert messages into one hash table by compare and swap, here with
 * a lock for each slot.  Threads 0 and 11, 1 and 12 meet in some slots. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 13
#endif
#define SIZE     128
#define MESSAGES 4

static int table[SIZE]; /* 0: free */
static pthread_mutex_t lock[SIZE];

static _Bool insert_at(int slot, int message) {
	_Bool is_free = table[slot] == 0;
	pthread_mutex_lock(&lock[slot]);
	if (is_free) {
		assert(table[slot] == 0);
		table[slot] = message;
	}
	pthread_mutex_unlock(&lock[slot]);
	return is_free;
}

static void *insert(void *arg) {
	for (int m = 1; m <= MESSAGES; m++) {
		int message = m * 11 + (int)(long)arg, slot = message * 7 % SIZE;
		while (!insert_at(slot, message))
			slot = (slot + 1) % SIZE;
	}
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int slot = 0; slot < SIZE; slot++)
		pthread_mutex_init(&lock[slot], NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, insert, (void *)(long)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
