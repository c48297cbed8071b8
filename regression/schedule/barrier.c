/* What is written before a barrier is seen behind it; BUG: the barrier is for one thread. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
enum { PARTIES = 1 };
#else
enum { PARTIES = 2 };
#endif

static pthread_barrier_t barrier;
static int half[2];

static void *work(void *arg) {
	int me = *(int *)arg;
	half[me] = 1;
	pthread_barrier_wait(&barrier);
	assert(half[1 - me] == 1);
	return NULL;
}

int main(void) {
	pthread_t t;
	int zero = 0, one = 1;
	pthread_barrier_init(&barrier, NULL, PARTIES);
	pthread_create(&t, NULL, work, &one);
	work(&zero);
	pthread_join(t, NULL);
	pthread_barrier_destroy(&barrier);
}
