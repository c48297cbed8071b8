/* Cause: three threads take their left fork and want the right one (10, 11). */
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t fork_of[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int eaten[3];

static void *dine(void *arg) {
	intptr_t i = (intptr_t)arg;
	pthread_mutex_lock(&fork_of[i]);
	pthread_mutex_lock(&fork_of[(i + 1) % 3]);
	eaten[i]++;
	pthread_mutex_unlock(&fork_of[(i + 1) % 3]);
	pthread_mutex_unlock(&fork_of[i]);
	return NULL;
}

int main(void) {
	pthread_t t[3];
	for (intptr_t i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, dine, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
