/* Locks of an array, by variables: which unlock releases which lock is told by the names. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { N = 2 };

static pthread_mutex_t locks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int v[N];

static void move(int a, int b) {
	int low = a < b ? a : b, high = a < b ? b : a;
	pthread_mutex_lock(&locks[low]);
	pthread_mutex_lock(&locks[high]);
	v[a]--;
	v[b]++;
	pthread_mutex_unlock(&locks[high]);
	pthread_mutex_unlock(&locks[low]);
}

static void *work(void *unused) {
	(void)unused;
	move(0, 1);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	move(1, 0);
#ifndef BUG
	pthread_mutex_lock(&locks[0]);
#endif
	int seen = v[0];
#ifndef BUG
	pthread_mutex_unlock(&locks[0]);
#endif
	pthread_join(t, NULL);
	assert(v[0] + v[1] == 0);
	return seen > 1;
}
