/* Threads take a lock behind a pointer of unknown origin: the block there has no name.  That it is one
 * lock for all threads is known, what it holds at first is not: it may be no lock at all. */
#include <pthread.h>

pthread_mutex_t *any(void);
static pthread_mutex_t *m;
#ifdef OWN
static _Thread_local int n;
#else
static int n;
#endif

static void *count(void *none) {
	pthread_mutex_lock(m);
	n++;
	pthread_mutex_unlock(m);
	return none;
}

int main(void) {
	pthread_t t[3];
	m = any();
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, count, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
