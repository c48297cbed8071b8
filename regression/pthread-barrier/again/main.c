/* A barrier works again and again, also if a thread comes back before another one has left. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int x;

static void *run(void *argument) {
	pthread_barrier_wait(&b);
	x = 1;
	pthread_barrier_wait(&b);
	if (THIRD)
		pthread_barrier_wait(&b);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t, NULL, run, NULL);
	assert(x == 0);
	pthread_barrier_wait(&b);
	pthread_barrier_wait(&b);
	assert(x == 1);
	pthread_join(t, NULL);
}
