/* A thread cancels main, whose variable ends then, and reads the variable; or reads it first. */
#include <pthread.h>
#include <stddef.h>

pthread_t first;
int seen;

static void *reads(void *argument) {
	int *lent = argument;
#ifdef FIRST
	seen = *lent;
#endif
	pthread_cancel(first);
#ifndef FIRST
	seen = *lent;
#endif
	return NULL;
}

int main(void) {
	pthread_t t;
	int own = 2;
	first = pthread_self();
	pthread_create(&t, NULL, reads, &own);
	pthread_join(t, NULL);
	return 0;
}
