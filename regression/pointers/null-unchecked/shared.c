/* Main follows a pointer of a table in which every pointer is null, or close to it, though another thread writes there.
 * That thread may come first. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#ifndef WRITE
#define WRITE table[at] = NULL
#endif
#ifndef VALUE
#define VALUE 1
#endif

static int at, begun, *table[2];

static void *writer(void *none)
{
	begun = 1;
	WRITE;
	assert(begun == VALUE);
	return none;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	int *p = table[at & 1];
	begun = *p;
	begun = *table[at & 1];
	assert(0); /* never */
	return 0;
}
