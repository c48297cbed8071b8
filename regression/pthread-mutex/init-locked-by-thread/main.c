/* A mutex on the heap, initialised at run time. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
	int money;
	pthread_mutex_t m;
};

static void *run(void *argument) {
	struct account *a = argument;
	if (LOCK)
		pthread_mutex_lock(&a->m);
	a->money += 5;
	if (LOCK)
		pthread_mutex_unlock(&a->m);
	return NULL;
}

int main(void) {
	pthread_t t;
	struct account *a = malloc(sizeof *a);
	a->money = 10;
	assert(pthread_mutex_init(&a->m, NULL) == 0);
	pthread_create(&t, NULL, run, a);
	pthread_mutex_lock(&a->m);
	a->money -= 5;
	pthread_mutex_unlock(&a->m);
	pthread_join(t, NULL);
	assert(a->money == 10);
	pthread_mutex_destroy(&a->m);
	free(a);
}
