/* A semaphore as a mutex: it excludes if it is 1 at first, and if nobody posts who does not hold
 * it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { THREADS = 4 };

sem_t s;
int x, y;

static void *section(void *p) {
	sem_wait(&s);
	int old = x;
	x = old + 1;
	y = x;
	sem_post(&s);
	return p;
}

static void *posts(void *p) {
	if (POSTS)
		sem_post(&s);
	return p;
}

int main(void) {
	pthread_t t[THREADS + 1];
	sem_init(&s, 0, FIRST);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], 0, section, 0);
	pthread_create(&t[THREADS], 0, posts, 0);
	for (int i = 0; i < THREADS + 1; i++)
		pthread_join(t[i], 0);
	assert(x == THREADS && y == THREADS);
}
