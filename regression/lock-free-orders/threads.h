/* Threads 0 to THREADS - 1 that all run one function with their number, and are joined. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif

static void run(void *(*body)(void *)) {
	static int number[THREADS];
	pthread_t thread[THREADS];
	for (int i = 0; i < THREADS; i++) {
		number[i] = i;
		pthread_create(&thread[i], NULL, body, &number[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}
