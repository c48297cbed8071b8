/* timevarmutex: which lock protects a block of a disk changes over time, after Flanagan, Freund,
 * Qadeer and Seshia, "Modular verification of multithreaded programs", TCS 2005.  While the block
 * is busy, the lock of its inode protects it, and otherwise the lock of the busy bit. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t busy_lock = PTHREAD_MUTEX_INITIALIZER;
static int block, busy, inode;

static void *allocate(void *unused) {
	pthread_mutex_lock(&inode_lock);
	if (!inode) {
		pthread_mutex_lock(&busy_lock);
#ifndef BUG
		busy = 1;
#endif
		pthread_mutex_unlock(&busy_lock);
		inode = 1;
	}
	block = 1;
	assert(block == 1);
	pthread_mutex_unlock(&inode_lock);
	return NULL;
}

static void *deallocate(void *unused) {
	pthread_mutex_lock(&busy_lock);
	if (!busy) {
		block = 0;
		assert(block == 0);
	}
	pthread_mutex_unlock(&busy_lock);
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	pthread_create(&t1, NULL, allocate, NULL);
	pthread_create(&t2, NULL, deallocate, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
