/* A thread hands the address of its own variable to another, which uses it while the owner lives,
 * or after. */
#include <pthread.h>

static pthread_t owner;
static _Thread_local int mine = 1;
static int *p;
static pthread_barrier_t known, used;

static void *own(void *unused) {
	p = &mine;
	pthread_barrier_wait(&known);
	if (WAITS)
		pthread_barrier_wait(&used);
	return unused;
}

int main(void) {
	pthread_barrier_init(&known, NULL, 2);
	pthread_barrier_init(&used, NULL, 2);
	pthread_create(&owner, NULL, own, NULL);
	pthread_barrier_wait(&known);
	int seen = *p;
	if (WAITS)
		pthread_barrier_wait(&used);
	pthread_join(owner, NULL);
	return seen - 1;
}
