/* Cause: used > 2 (11) lets a third value in; with >= it holds. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int slot[2], used;

static void *put(void *p) {
	int v = p != NULL;
	pthread_mutex_lock(&m);
	/* full? */
	if (!(used > 2))
		slot[used++] = v;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, put, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
