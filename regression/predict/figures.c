/* The example of the paper: in the run of --predict T1 comes first, and the assertion holds. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifdef SAME /* figure 5: the value that T2 observes is written twice */
#define FIRST 1
#else /* figure 1 */
#define FIRST 2
#endif

static int x, y;
static sem_t l;

static void *one(void *arg) {
	int a = x;
	sem_wait(&l);
	x = FIRST + a;
#ifdef EARLY
	y = 1 + a;
	sem_post(&l);
#else
	sem_post(&l);
	y = 1 + a;
#endif
	sem_wait(&l);
	x = 1 + a;
	sem_post(&l);
	return arg;
}

static void *two(void *arg) {
	int b = 0;
	sem_wait(&l);
	if (x > b)
		assert(y == 1);
	sem_post(&l);
	return arg;
}

int main(void) {
	pthread_t p, q;
	sem_init(&l, 0, 1);
	pthread_create(&p, 0, one, 0);
	pthread_create(&q, 0, two, 0);
	pthread_join(p, 0);
	pthread_join(q, 0);
	return 0;
}
