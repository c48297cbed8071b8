/* indexer, after Flanagan and Godefroid, "Dynamic partial-order reduction for model checking
 * software", POPL 2005: threads put messages into one hash table, whose entries have a lock each.
 * Thread 11 and those after it have messages that others have too, so from 12 threads on they meet.
 * The property is about one entry: when the thread whose message belongs there has put all of its
 * messages, no thread has found the entry taken.  With BUG it is an entry that two threads want. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 13
#endif
#define SIZE     128
#define MESSAGES 4

#ifdef BUG
enum { OWNER = 0, MESSAGE = 22 }; /* the second of thread 0, the first of thread 11 */
#else
enum { OWNER = 0, MESSAGE = 11 }; /* the first of thread 0 */
#endif

static int table[SIZE]; /* 0: free */
static int collisions;  /* on the entry of MESSAGE; one thread at most counts there */
static pthread_mutex_t lock[SIZE];

static _Bool put(int slot, int message) {
	pthread_mutex_lock(&lock[slot]);
	_Bool is_free = table[slot] == 0;
	if (is_free)
		table[slot] = message;
	pthread_mutex_unlock(&lock[slot]);
	return is_free;
}

static void *index_all(void *arg) {
	int id = (int)(long)arg;
	for (int m = 1; m <= MESSAGES; m++) {
		int message = m * 11 + id, slot = message * 7 % SIZE;
		while (!put(slot, message)) {
			if (slot == MESSAGE * 7 % SIZE)
				collisions++;
			slot = (slot + 1) % SIZE;
		}
	}
	assert(id != OWNER || collisions == 0);
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int slot = 0; slot < SIZE; slot++)
		pthread_mutex_init(&lock[slot], NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, index_all, (void *)(long)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
