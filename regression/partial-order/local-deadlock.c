/* Two threads wait for each other for ever; main does not wait for them. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *one(void *unused) {
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&n);
	x = 1;
	pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	return unused;
}

static void *other(void *unused) {
	pthread_mutex_lock(FIRST);
	pthread_mutex_lock(SECOND);
	x = 2;
	pthread_mutex_unlock(SECOND);
	pthread_mutex_unlock(FIRST);
	return unused;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, one, NULL);
	pthread_create(&u, NULL, other, NULL);
	y = x;
	assert(y <= 2);
	return 0;
}
