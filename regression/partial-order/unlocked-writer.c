/* What a thread reads in a section is what it has written there, unless others write without the mutex. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *run(void *none)
{
	LOCK;
	x = 2;
	UNLOCK;
	return none;
}

static void *lock(void *none)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return none;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, run, NULL);
	pthread_create(&u, NULL, lock, NULL);
	pthread_mutex_lock(&m);
	x = 1;
	int seen = x;
	pthread_mutex_unlock(&m);
	assert(seen == 1);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
