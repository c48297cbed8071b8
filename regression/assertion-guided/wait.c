/* Which lock a thread takes depends on what another thread has written: only one of the states at
 * the same locations leads to a deadlock. */
#include <pthread.h>

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int first;

static void *chooser(void *unused) {
	first = 1;
	first = 0;
	return NULL;
}

static void take(int a, int b) {
	pthread_mutex_lock(&lock[a]);
	pthread_mutex_lock(&lock[b]);
	pthread_mutex_unlock(&lock[b]);
	pthread_mutex_unlock(&lock[a]);
}

static void *in_order(void *unused) {
	take(0, 1);
	return NULL;
}

static void *as_chosen(void *unused) {
#ifdef BUG
	int a = first;
#else
	int a = first & 2;
#endif
	take(a, 1 - a);
	return NULL;
}

int main(void) {
	pthread_t t[3];
	pthread_create(&t[0], NULL, chooser, NULL);
	pthread_create(&t[1], NULL, in_order, NULL);
	pthread_create(&t[2], NULL, as_chosen, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
