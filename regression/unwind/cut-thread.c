/* Main reaches the bound of its loop and stays there.  What it did before is seen by the others, and
 * the threads that it has created run. */
#include <assert.h>
#include <pthread.h>

static int published;

static void *reader(void *argument) {
	assert(published == 0);
	assert((long)argument < LARGEST);
	return NULL;
}

static int endless(int depth) {
	return endless(depth + 1) + 1;
}

int main(void) {
	pthread_t t;
#if defined(CREATES)
	for (long i = 0; i < 10; i++)
		pthread_create(&t, NULL, reader, (void *)i);
#else
	pthread_create(&t, NULL, reader, NULL);
	published = VALUE;
#if defined(RECURSES)
	endless(0);
#else
	for (int i = 0; i < 10; i++)
		;
#endif
	published = 0;
#endif
	return 0;
}
