/* A variable that a thread owns is raced for once another one knows where it is. */
#include <pthread.h>
#include <semaphore.h>

static _Thread_local int mine;
static int *p;
static sem_t known, used;

static void *own(void *unused) {
	p = &mine;
	sem_post(&known);
	if (BESIDE)
		mine = 1;
	sem_wait(&used);
	mine = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	sem_init(&known, 0, 0);
	sem_init(&used, 0, 0);
	pthread_create(&t, NULL, own, NULL);
	sem_wait(&known);
	*p = 2;
	sem_post(&used);
	pthread_join(t, NULL);
}
