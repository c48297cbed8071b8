/* Without checks of locks, a lock that was destroyed lets readers pass. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *reader(void *arg) {
	pthread_rwlock_rdlock(&lock);
	int a = x, b = y;
	pthread_rwlock_unlock(&lock);
	assert(a == b);
	return arg;
}

static void *writer(void *arg) {
	pthread_rwlock_wrlock(&lock);
	x++;
	y++;
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void) {
	pthread_t t[5];
	for (int i = 0; i < 5; i++)
		pthread_create(&t[i], NULL, i < 2 ? writer : reader, NULL);
#if DESTROYS
	pthread_rwlock_destroy(&lock);
#endif
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], NULL);
	return 0;
}
