/* Two readers may be inside at the same time, a reader and a writer may not. */
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;

static void *run(void *argument) {
	LOCK(&l);
	sem_post(&s);
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void) {
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, run, NULL);
	pthread_rwlock_rdlock(&l);
	sem_wait(&s);
	pthread_rwlock_unlock(&l);
	pthread_join(t, NULL);
	pthread_rwlock_destroy(&l);
}
