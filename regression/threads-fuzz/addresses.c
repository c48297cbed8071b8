/* Addresses that are numbers: runs that shorten a counterexample give objects addresses of their own, none of them 0. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef KIND
#define KIND
#endif

uintptr_t first;
KIND uintptr_t last;
struct place {
	int v;
	long w;
} place;
pthread_barrier_t barrier;

static void *stores(void *argument) {
	int *block = malloc(sizeof *block);
	last = (uintptr_t)block | 1;
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_barrier_init(&barrier, NULL, 2);
	first = (uintptr_t)&place;
	pthread_create(&t, NULL, stores, NULL);
	pthread_create(&t, NULL, stores, NULL);
	return 0;
}
