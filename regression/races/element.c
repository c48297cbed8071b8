/* Threads that store to elements of an array: different ones are no race, equal ones are. */
#include <pthread.h>

static int a[4];

static void *store(void *element) {
	*(int *)element = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, store, &a[2]);
	a[INDEX] = 1;
	pthread_join(t, NULL);
}
