/* Main follows a null pointer as soon as it has created a thread, which can come first all the same.
 * BUG: then it violates its assertion. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define VALUE 2
#else
#define VALUE 1
#endif

int begun;

static void *other(void *none)
{
	begun = 1;
	assert(begun == VALUE);
	return none;
}

int main(void)
{
	pthread_t t;
	int *p = NULL;
	pthread_create(&t, NULL, other, NULL);
	*p = 3;
	pthread_join(t, NULL);
	return 0;
}
