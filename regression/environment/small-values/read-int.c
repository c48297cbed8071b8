/* A number from outside says how often a thread goes round.  What it does in round 5 is not understood, so nothing is
 * known of all numbers, but of 0 to 4. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

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

int main(void)
{
	pthread_t t;
	if (read(0, &n, sizeof n) != sizeof n || n < 0)
		return 1;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
#ifdef BUG
	assert(done != 3);
#else
	assert(done == n);
#endif
}
