/* A spinlock keeps two increments apart. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int x;

static void *run(void *argument) {
	if (LOCK)
		pthread_spin_lock(&lock);
	x++;
	if (LOCK)
		pthread_spin_unlock(&lock);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&t, NULL, run, NULL);
	pthread_spin_lock(&lock);
	assert(pthread_spin_trylock(&lock) == EBUSY);
	x++;
	pthread_spin_unlock(&lock);
	pthread_join(t, NULL);
	assert(x == 2);
	assert(pthread_spin_trylock(&lock) == 0);
	pthread_spin_unlock(&lock);
	pthread_spin_destroy(&lock);
}
