/* carter, after the INSPECT benchmarks (University of Utah): members of a group share a room, the
 * first of a group takes it, the last gives it back.  Each group counts its members under
 * its own lock. */
#include <pthread.h>
#include <semaphore.h>

static sem_t room;
static pthread_mutex_t count_lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int members[2] = {0, 0};

static void *visit(void *arg) {
	int group = (int)(long)arg;
	pthread_mutex_t *counting = &count_lock[group];
	pthread_mutex_lock(counting);
	if (++members[group] == 1)
		sem_wait(&room);
	pthread_mutex_unlock(counting);
	pthread_mutex_lock(counting);
	if (--members[group] == 0)
		sem_post(&room);
	pthread_mutex_unlock(counting);
	return NULL;
}

int main(void) {
	pthread_t visitor[4];
	sem_init(&room, 0, 1);
	for (int i = 0; i < 4; i++)
		pthread_create(&visitor[i], NULL, visit, (void *)(long)(i / 2));
	for (int i = 0; i < 4; i++)
		pthread_join(visitor[i], NULL);
	return 0;
}
