/* main joins all threads in a loop: which of them has got how far makes no difference, unless main
 * leaves one out, or holds a lock that one of them waits for. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, done, come;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
#ifdef ENDLESS
	for (int first = come++ == 0; first;) /* whoever comes first never ends */
		x = 0;
	pthread_mutex_lock(&mutex);
	pthread_mutex_unlock(&mutex);
#else
	int n = x;
	x = n + 1;
#endif
	done++;
	return unused;
}

int main(void) {
	pthread_t id[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&id[i], NULL, work, NULL);
#ifdef ENDLESS
	if (come < THREADS)
		return 0;
#endif
	if (HELD)
		pthread_mutex_lock(&mutex);
	for (int i = 0; i < JOINED; i++)
		pthread_join(id[i], NULL);
	assert(done == THREADS);
	return 0;
}
