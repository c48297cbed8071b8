/* Threads share a local of main whose address travels as a number. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uintptr_t number;

static void *add(void *unused) {
	int *p = (int *)(number ^ 1);
	++*p;
	return unused;
}

int main(void) {
	pthread_t id;
	int x = 0;
	number = (uintptr_t)&x ^ 1;
	pthread_create(&id, 0, add, 0);
	++x;
	pthread_join(id, 0);
	assert(x == 2);
	return 0;
}
