/* Two workers, and main waits until both jobs are done. */
#include <pthread.h>

static int left = 2; /* jobs that are not done */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;

static void *work(void *unused)
{
	/* the job itself, then: */
	if (left-- == 1) {
		pthread_mutex_lock(&lock);
		pthread_cond_signal(&idle);
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void wait_for_all(void)
{
	pthread_mutex_lock(&lock);
	while (left > 0)
		pthread_cond_wait(&idle, &lock);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t first, second;
	pthread_create(&first, NULL, work, NULL);
	pthread_create(&second, NULL, work, NULL);
	wait_for_all();
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
