/* main stops at the null pointer.  Between its last access to memory and that, the other thread may
 * read x, so a violation there is one, too, although nothing can be seen to happen in between. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;
static int *nowhere;

static void *reads(void *argument) {
	assert(x != SEEN);
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, reads, NULL);
	x = 1;
	int *p = nowhere;
	*p = 0;
	pthread_join(t, NULL);
	return 0;
}
