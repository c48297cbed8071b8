/* The other thread can see 'flag' set before this one follows the null pointer, with which the execution ends. */
#include <assert.h>
#include <pthread.h>
#ifndef VALUE
#define VALUE 1
#endif

int flag;

static void *other(void *none)
{
	(void)none;
	int seen = flag;
	assert(seen != VALUE); /* violated if flag is ever VALUE */
	return NULL;
}

int main(void)
{
	pthread_t t;
	int *p = NULL;
	pthread_create(&t, NULL, other, NULL);
	flag = 1;
	*p = 5;
	flag = 2; /* never */
	pthread_join(t, NULL);
	return 0;
}
