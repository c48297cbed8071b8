/* Many equal threads, which main joins one after the other.  In which order they come to the lock
 * makes no difference, and the search stays small. */
#include <assert.h>
#include <pthread.h>

#define THREADS 14

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *unused) {
	pthread_mutex_lock(&lock);
	counter++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, work, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
#ifdef FEWER
	assert(counter < THREADS);
#else
	assert(counter == THREADS);
#endif
	return 0;
}
