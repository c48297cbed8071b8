/* Cause: the thread that finds the list full returns at line 10 with the lock held (taken at line 8). */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used;

static void *append(void *unused) {
	pthread_mutex_lock(&m);
	if (used == 1)
		return unused;
	used++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, append, NULL);
	pthread_create(&b, NULL, append, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_mutex_lock(&m);
	used = 0;
	pthread_mutex_unlock(&m);
	return 0;
}
