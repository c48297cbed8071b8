/* A thread stores a null pointer, main reads its bytes as a number. */
#include <assert.h>
#include <pthread.h>

static union {
	int *pointer;
	long number;
} u = {.number = 5};

static void *clear(void *none) {
	u.pointer = 0;
	return none;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, clear, 0);
	long seen = u.number;
	assert(seen == 5 || seen == OTHER);
	pthread_join(t, 0);
	return 0;
}
