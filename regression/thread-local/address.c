/* The addresses of the variables of two threads are different numbers. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static _Thread_local int mine;
static uintptr_t theirs;

static void *run(void *unused) {
	theirs = (uintptr_t)&mine;
	return unused;
}

int main(void) {
	pthread_t t;
	uintptr_t known = (uintptr_t)&mine;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(theirs > 0);
	assert(theirs RELATION known);
}
