/* The index of an array is reduced to it: a write to an element is none to the members behind the array, and reads of these are not taken for shared because of it. */
#include <assert.h>
#include <pthread.h>

static struct {
	int ring[4];
	unsigned used;
	pthread_mutex_t lock;
	unsigned put, taken;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *put(void *argument) {
	pthread_mutex_lock(&queue.lock);
	queue.ring[queue.used % 4] = 1;
	queue.used++;
	queue.put++;
	pthread_mutex_unlock(&queue.lock);
	return argument;
}

static void *take(void *argument) {
	pthread_mutex_lock(&queue.lock);
	for (int i = 0; i < 2; i++) {
		if (queue.used == 0) {
			pthread_mutex_unlock(&queue.lock);
			pthread_mutex_lock(&queue.lock);
		}
		if (queue.used == 0)
			break;
		queue.used -= TAKEN;
		queue.taken++;
	}
	pthread_mutex_unlock(&queue.lock);
	return argument;
}

int main(void) {
	pthread_t t, u[2];
	pthread_create(&t, NULL, take, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&u[i], NULL, put, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(u[i], NULL);
	pthread_join(t, NULL);
	assert(queue.put == queue.taken + queue.used);
	return 0;
}
