/* A mapping whose size comes from a loop: if the paths on which mmap fails and succeeds were one, the
 * loops would have symbolic bounds. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

struct ring {
	unsigned head, tail;
	char slot[4][16];
};

static struct ring *ring;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *produce(void *unused)
{
	(void)unused;
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&lock);
		if (ring->tail - ring->head < 4)
			snprintf(ring->slot[ring->tail++ % 4], 16, "message %d", i);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;
	ring = mmap(NULL, sizeof *ring, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#ifndef BUG
	if (ring == MAP_FAILED)
		return 1;
#endif
	if (pthread_create(&thread, NULL, produce, NULL) != 0)
		return 1;
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&lock);
		if (ring->head != ring->tail)
			assert(strncmp(ring->slot[ring->head++ % 4], "message ", 8) == 0);
		pthread_mutex_unlock(&lock);
	}
	pthread_join(thread, NULL);
	return munmap(ring, sizeof *ring);
}
