/* Cause: T1 passes the semaphore at line 12 and ends at 14 without a post, which nobody else does: T2 waits at 12. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t seat;
static int sold[2], next;

static void *sell(void *unused)
{
	(void)unused;
	sem_wait(&seat);
	sold[next++] = 1;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&seat, 0, 1);
	pthread_create(&a, NULL, sell, NULL);
	pthread_create(&b, NULL, sell, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
