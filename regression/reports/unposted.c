/* Main waits for a semaphore that its thread forgets to post. */
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int result;

static void *work(void *unused) {
	result = 1;
#ifdef POST
	sem_post(&done);
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	sem_init(&done, 0, 0);
	pthread_create(&t, 0, work, 0);
	sem_wait(&done);
	pthread_join(t, 0);
	return 0;
}
