/* The last thread to end would run the handlers. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void handler(void)
{
	assert(0);
}

int main(void)
{
	atexit(handler);
	pthread_exit(NULL);
}
