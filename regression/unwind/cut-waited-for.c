/* Whoever waits for a thread that the bound has cut is in no deadlock: that thread would go on.  Two
 * threads that wait for each other are in one, whoever else was cut. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *busy(void *unused) {
	for (int i = 0; i < 10; i++)
		;
	return NULL;
}

static void *other(void *unused) {
	pthread_mutex_lock(SECOND);
	pthread_mutex_lock(THIRD);
	pthread_mutex_unlock(THIRD);
	pthread_mutex_unlock(SECOND);
	return NULL;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, busy, NULL);
	pthread_create(&u, NULL, other, NULL);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
