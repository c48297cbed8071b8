// Two threads are between 'take' and 'give'. If these were a lock, that could not be.
#include <assert.h>
#include <pthread.h>

struct guard;
extern struct guard *guard;
void take(struct guard *);
void give(struct guard *);
void note(struct guard *);

int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
	LOCK;
	count++;
	UNLOCK;
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	worker(NULL);
	pthread_join(t, NULL);
	assert(count == 2);
	return 0;
}
