// Two threads are between 'look' and 'show', which have no types of a lock: the violation needs nothing of them.
#include <assert.h>
#include <pthread.h>

int look(int);
void show(long);
int free_it(int);
int count;

void *worker(void *arg) {
	look(3);
	count++;
	SHOW(3);
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
