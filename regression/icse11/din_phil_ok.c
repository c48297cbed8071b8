/* din_phil, Dijkstra's dining philosophers: all take the fork with the lower number first,
 * so no circle of them can wait. */
#include <pthread.h>

#ifndef PHILOSOPHERS
#define PHILOSOPHERS 3
#endif

static pthread_mutex_t forks[PHILOSOPHERS];

static void *dine(void *arg) {
	int left = (int)(long)arg, right = (left + 1) % PHILOSOPHERS;
	int first = left < right ? left : right, second = left + right - first;
	pthread_mutex_lock(&forks[first]);
	pthread_mutex_lock(&forks[second]);
	pthread_mutex_unlock(&forks[second]);
	pthread_mutex_unlock(&forks[first]);
	return NULL;
}

int main(void) {
	pthread_t philosopher[PHILOSOPHERS];
	for (int i = 0; i < PHILOSOPHERS; i++)
		pthread_mutex_init(&forks[i], NULL);
	for (int i = 0; i < PHILOSOPHERS; i++)
		pthread_create(&philosopher[i], NULL, dine, (void *)(long)i);
	for (int i = 0; i < PHILOSOPHERS; i++)
		pthread_join(philosopher[i], NULL);
	return 0;
}
