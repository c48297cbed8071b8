/* Every call on a stream waits while another thread holds its lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	puts("one line"); /* with the mutex held */
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
#ifdef BUG
	flockfile(stdout);
	pthread_mutex_lock(&m);
#else
	pthread_mutex_lock(&m);
	flockfile(stdout);
#endif
	flockfile(stdout); /* once more */
	puts("two");
	funlockfile(stdout);
	puts("lines");
	funlockfile(stdout);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
