/* Each bound leaves assertions out: those behind the join, and the one behind a flag that is set
 * too late. */
#include <assert.h>
#include <pthread.h>

static int x, done;

static void *work(void *arg)
{
	for (int i = 0; i < 4; i++)
		x++;
	done = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	x++;
	if (done)
		assert(x > 0);
	pthread_join(t, NULL);
	assert(x <= MOST);
	return 0;
}
