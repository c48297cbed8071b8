/* fsbench, the file system of Flanagan and Godefroid, "Dynamic partial-order reduction for model
 * checking software", POPL 2005: each thread gives a block to its inode, with a lock for each inode
 * and each block. */
#include <assert.h>
#include <pthread.h>

#ifndef INODES
#define INODES 26
#endif
#define THREADS (INODES + 1)
#define BLOCKS  26

static struct {
	pthread_mutex_t lock;
	int block; /* 0: none, else the block's number plus 1 */
} inode[INODES];

static struct {
	pthread_mutex_t lock;
	_Bool busy;
} block[BLOCKS];

static void *allocate(void *arg) {
	int i = (int)(long)arg, b = i * 2 % BLOCKS;
	pthread_mutex_lock(&inode[i].lock);
	while (inode[i].block == 0) {
		pthread_mutex_lock(&block[b].lock);
		if (!block[b].busy) {
			block[b].busy = 1;
			inode[i].block = b + 1;
		}
		pthread_mutex_unlock(&block[b].lock);
		b = (b + 1) % BLOCKS;
	}
	assert(block[inode[i].block - 1].busy);
	pthread_mutex_unlock(&inode[i].lock);
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int i = 0; i < INODES; i++)
		pthread_mutex_init(&inode[i].lock, NULL);
	for (int b = 0; b < BLOCKS; b++)
		pthread_mutex_init(&block[b].lock, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, allocate, (void *)(long)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
