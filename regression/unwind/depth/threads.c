/* The instructions of all threads count. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *count(void *arg)
{
	for (;;)
		x++;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, count, NULL);
	assert(x != BAD);
}
