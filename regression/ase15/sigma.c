/* sigma: main starts THREADS threads, and each fills its element of an array; the elements are
 * summed up in the end.  The bug: the number of the element is a shared variable, which main may
 * have raised again when the thread reads it. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static int element[THREADS];
static int next = -1;

static void *fill(void *arg) {
#ifdef BUG
	int mine = next;
#else
	int mine = (int)(long)arg;
#endif
	element[mine] = 1;
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int i = 0; i < THREADS; i++) {
		next++;
		pthread_create(&thread[i], NULL, fill, (void *)(long)i);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	int sum = 0;
	for (int i = 0; i < THREADS; i++)
		sum += element[i];
	assert(sum == THREADS);
	return 0;
}
