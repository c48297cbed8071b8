/* A thread's own variable is its own, though its address is taken. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine;

static void *add(void *unused) {
	int *p = &mine;
	++*p;
	return unused;
}

int main(void) {
	pthread_t id;
	pthread_create(&id, 0, add, 0);
	++mine;
	pthread_join(id, 0);
	assert(mine == 1);
	return 0;
}
