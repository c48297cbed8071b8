// The threads race whatever the functions return, though they take other ways then.
#include <pthread.h>
#include <stdio.h>

int fetch(void);
int compute(int);
int sum, last;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
	int n, rounds = 0;
	while ((n = fetch()) > 0 && rounds++ < 2) {
		pthread_mutex_lock(&m);
		sum += n;
		pthread_mutex_unlock(&m);
	}
	int x = compute(n);
	if (x > 3)
		printf("large\n");
	LOCK;
	last = x;
	UNLOCK;
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	worker(NULL);
	pthread_join(t, NULL);
	return 0;
}
