/* A number from outside says how often a thread goes round.  What it does in round 5 is not understood, so nothing is
 * known of all numbers, but of 0 to 4.  Longer texts than one character are not understood either. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int n, done;

static void *work(void *p)
{
	for (int i = 0; i < n; i++) {
		if (i == 4)
			__asm__("frobnicate %0" : "+m"(done));
		done++;
	}
	return p;
}

int main(int argc, char **argv)
{
	pthread_t t;
	const char *text = argc > 1 ? argv[1] : 0;
	if (text && text[0] && text[1])
		__asm__("frobnicate %0" : "+m"(done));
	n = text ? atoi(text) : 0;
	if (n < 0)
		return 1;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
#ifdef BUG
	assert(done != 3);
#else
	assert(done == n);
#endif
}
