/* Handlers that are called by pointer, in a loop: after the call of one of them the loop goes on,
 * while another call of the same round has not returned yet.  The states of the two rounds must not
 * become one.  Both threads may register the handler that adds 2, so x is 5 at the end; never 6. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef VALUE
#define VALUE 6
#endif

static int x;
static pthread_key_t key;
static int ended;
static int four = 4;

static void destroy(void *p)
{
	ended += *(int *)p;
}

static void late(void)
{
	x += 2;
}

static void later(void)
{
	assert(x != VALUE);
}

static void *once(void *argument)
{
	if (x == 1)
		atexit(late);
	return argument;
}

static void *twice(void *argument)
{
	x += 2;
	if (x == 1)
		atexit(late);
	pthread_setspecific(key, x ? &four : NULL);
	return argument;
}

int main(void)
{
	pthread_t t[2];
	atexit(later);
	pthread_key_create(&key, destroy);
	pthread_create(&t[0], NULL, once, NULL);
	pthread_create(&t[1], NULL, twice, NULL);
	x = 1;
	pthread_join(t[1], NULL);
	return 0;
}
