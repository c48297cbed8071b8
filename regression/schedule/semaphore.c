/* A semaphore as a lock: it lets one in, or two. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifdef BUG
enum { ROOM = 2 };
#else
enum { ROOM = 1 };
#endif

static sem_t s;
static int inside;

static void *enter(void *arg) {
	(void)arg;
	sem_wait(&s);
	inside++;
	assert(inside == 1);
	inside--;
	sem_post(&s);
	return NULL;
}

int main(void) {
	pthread_t a, b;
	sem_init(&s, 0, ROOM);
	pthread_create(&a, NULL, enter, NULL);
	pthread_create(&b, NULL, enter, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	sem_destroy(&s);
}
