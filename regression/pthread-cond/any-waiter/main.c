/* Which of two waiting threads a signal wakes is open. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, woken;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	waiting++;
	pthread_cond_wait(&c, &m);
	if (woken == 0)
		woken = (int)(long)argument;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, run, (void *)1);
	pthread_create(&u, NULL, run, (void *)2);
	pthread_mutex_lock(&m);
	int both = waiting == 2;
	if (both)
		pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	if (!both)
		return 0;
	pthread_mutex_lock(&m);
	assert(woken != NEVER);
	pthread_mutex_unlock(&m);
}
