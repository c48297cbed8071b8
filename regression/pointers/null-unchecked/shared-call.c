/* Another thread sets the bytes of a pointer to a function to zero, and main calls it before or after that. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#ifndef VALUE
#define VALUE 1
#endif

static int same(int x)
{
	return x;
}

static int (*shared)(int) = same;
static int n;

static void *writer(void *none)
{
	memset(&shared, 0, sizeof shared);
	n = 1;
	assert(n == VALUE); /* main may write between */
	return none;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	n = shared(VALUE);
	return 0;
}
