/* A reader that wants to write: it waits for itself, unless it tries only.  Another one releases
 * the lock in one of two branches, or forgets to. */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y, flag;

static void *upgrades(void *p) {
	pthread_rwlock_rdlock(&lock);
	if (UPGRADE(&lock) == 0)
		assert(0); /* it has the read lock itself */
	pthread_rwlock_unlock(&lock);
	return p;
}

static void *branches(void *p) {
	pthread_rwlock_wrlock(&lock);
	x++;
	if (flag) {
		y++;
		pthread_rwlock_unlock(&lock);
	} else {
		y = x;
		if (RELEASES)
			pthread_rwlock_unlock(&lock);
	}
	return p;
}

static void *reads(void *p) {
	pthread_rwlock_rdlock(&lock);
	assert(x == y);
	pthread_rwlock_unlock(&lock);
	return p;
}

int main(void) {
	pthread_t t[4];
	pthread_create(&t[0], 0, upgrades, 0);
	pthread_create(&t[1], 0, branches, 0);
	pthread_create(&t[2], 0, branches, 0);
	pthread_create(&t[3], 0, reads, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
}
