/* What functions of stdio.h read and write counts as accesses of the calling thread. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char text[4] = "abc";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	text[0] = 'x';
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void) {
	pthread_t t;
	FILE *f = NULL;
	(void)f;
	pthread_create(&t, NULL, run, NULL);
#ifdef LOCK
	pthread_mutex_lock(&m);
#endif
	CALL;
#ifdef LOCK
	pthread_mutex_unlock(&m);
#endif
	pthread_join(t, NULL);
}
