/* The synchronisation idiom of the Frangipani file system, after Flanagan and Godefroid, "Dynamic
 * partial-order reduction for model checking software", POPL 2005: inodes and blocks have a lock
 * each, and a thread that finds its inode without a block looks for one that is free.  Here all
 * look from the first block on, of which some are taken from the beginning; a block belongs to the
 * inode that got it.  With BUG, a thread locks another block than that which it looks at. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef THREADS
#define THREADS 2 /* each has its inode */
#endif
#ifndef TAKEN
#define TAKEN 0 /* blocks */
#endif
#define BLOCKS (TAKEN + THREADS)

#ifdef BUG
#define LOCKED(b, i) (((b) + (i)) % BLOCKS)
#else
#define LOCKED(b, i) (b)
#endif

static struct {
	pthread_mutex_t lock;
	int block; /* 0: none, else the block's number plus 1 */
} inode[THREADS];

static struct {
	pthread_mutex_t lock;
	bool busy;
	int owner;
} block[BLOCKS];

static void *allocate(void *arg) {
	int i = (int)(long)arg;
	pthread_mutex_lock(&inode[i].lock);
	for (int b = 0; inode[i].block == 0; b++) {
		int locked = LOCKED(b, i);
		pthread_mutex_lock(&block[locked].lock);
		if (!block[b].busy) {
			block[b].busy = true;
			block[b].owner = i;
			inode[i].block = b + 1;
		}
		pthread_mutex_unlock(&block[locked].lock);
	}
	pthread_mutex_unlock(&inode[i].lock);
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_mutex_init(&inode[i].lock, NULL);
	for (int b = 0; b < BLOCKS; b++) {
		pthread_mutex_init(&block[b].lock, NULL);
		block[b].busy = b < TAKEN;
	}
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, allocate, (void *)(long)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	for (int i = 0; i < THREADS; i++)
		assert(block[inode[i].block - 1].owner == i);
	return 0;
}
