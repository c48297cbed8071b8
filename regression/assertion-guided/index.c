/* The writer reaches the same locations with different indices, so the precondition of one does not
 * hold for the other: only the value that 'at' has in between makes it overwrite the last cell.  It
 * writes when the chooser has ended. */
#include <assert.h>
#include <pthread.h>

#ifndef MIDDLE
#define MIDDLE 1
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int at, cell[3];

static void *chooser(void *unused) {
	pthread_mutex_lock(&lock);
	at = MIDDLE;
	at = 1;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *writer(void *unused) {
	int i = at;
	pthread_mutex_lock(&lock);
	cell[i] = 7;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void) {
	pthread_t t1, t2;
	pthread_create(&t1, NULL, chooser, NULL);
	pthread_create(&t2, NULL, writer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(cell[2] == 0);
	return 0;
}
