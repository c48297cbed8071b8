// Thread-local variables start with their initial value; a heap block is handed over.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int own = 3;

static void *work(void *argument) {
	int *p = argument;
	own++;
	*p += own;
	return p;
}

int main(void) {
	pthread_t a;
	void *result;
	int *p = malloc(sizeof *p);
	own = *p = 7;
	pthread_create(&a, NULL, work, p);
	pthread_join(a, &result);
	assert(result == p && *p == 11 && own == 7);
	free(p);
	return 0;
}
