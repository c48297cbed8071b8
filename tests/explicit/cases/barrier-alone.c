// The barrier waits for three and there are two.
// expect: deadlock global contexts 0 preemptions 0
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
int x;
static void *writer(void *a) {
	x = 1;
	pthread_barrier_wait(&b);
	return a;
}
int main(void) {
	pthread_t t;
	pthread_barrier_init(&b, 0, 3);
	pthread_create(&t, 0, writer, 0);
	pthread_barrier_wait(&b);
	assert(x == 1);
	pthread_join(t, 0);
}
