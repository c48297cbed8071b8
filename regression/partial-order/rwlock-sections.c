/* Four readers and two writers of a read-write lock: which of their sections exclude each other
 * follows from the lock's words, and everything else from that. */
#include <assert.h>
#include <pthread.h>

enum { READERS = 4, WRITERS = 2 };

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y;

static void *reader(void *p) {
	pthread_rwlock_rdlock(&lock);
	int u = x, v = y;
	pthread_rwlock_unlock(&lock);
	assert(u == v);
	return p;
}

static void *writer(void *p) {
	LOCK(&lock);
	x++;
	y++;
	if (STAYS)
		return p;
	pthread_rwlock_unlock(&lock);
	return p;
}

int main(void) {
	pthread_t r[READERS], w[WRITERS];
	for (int i = 0; i < READERS; i++)
		pthread_create(&r[i], 0, reader, 0);
	for (int i = 0; i < WRITERS; i++)
		pthread_create(&w[i], 0, writer, 0);
	for (int i = 0; i < READERS; i++)
		pthread_join(r[i], 0);
	for (int i = 0; i < WRITERS; i++)
		pthread_join(w[i], 0);
	assert(x == WRITERS && y == WRITERS);
}
