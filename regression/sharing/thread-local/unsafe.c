/* A thread's own variable is shared with those that know its address. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine;
static int *known;

static void *add(void *unused) {
	int *p = known;
	++*p;
	return unused;
}

int main(void) {
	pthread_t id;
	known = &mine;
	pthread_create(&id, 0, add, 0);
	++mine;
	pthread_join(id, 0);
	assert(mine == 2);
	return 0;
}
