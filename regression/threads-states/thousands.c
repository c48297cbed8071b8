/* A loop creates thousands of threads.  Few of them have to run for a violation, whatever it needs:
 * one thread (ONE), two that are in each other's way (TWO), the value in memory when main goes on
 * behind the loop (MAIN), or a thread far behind (LATE). */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 10000
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, done;

static void *work(void *number) {
#ifndef TWO
	pthread_mutex_lock(&lock);
#endif
	int before = counter;
	counter = before + 1;
	assert(counter == before + 1);
	counter = before;
	done = 1;
#ifndef TWO
	pthread_mutex_unlock(&lock);
#endif
#ifdef ONE
	assert(!done);
#endif
#ifdef LATE
	assert((long)number != THREADS - 10);
#endif
	return number;
}

int main(void) {
	static pthread_t thread[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, work, (void *)(long)i);
	pthread_mutex_lock(&lock);
#ifdef MAIN
	assert(!done);
#endif
	assert(counter == 0);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
