/* A read behind '&&' that has another value than in the run stops its thread, as any other does: what
 * was required while a part of a condition was evaluated was lost after it. */
#include <pthread.h>

#ifdef LOCKED
#define LOCK()   pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#else
#define LOCK()
#define UNLOCK()
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y = 1;

static void *first(void *arg)
{
	for (int i = 0; i < 2; i++) {
		LOCK();
		if (i < 2 && y > 1)
			x = 1;
		y = 0;
		UNLOCK();
	}
	return arg;
}

static void *second(void *arg)
{
	LOCK();
	y = 1;
	UNLOCK();
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	LOCK();
	y = 0;
	UNLOCK();
	pthread_join(a, NULL);
	LOCK();
	x = y;
	UNLOCK();
	return 0;
}
