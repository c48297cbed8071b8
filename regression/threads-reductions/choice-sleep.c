/* The thread that sleeps is the last that is tried, and a thread that only it depends on must be tried, too. */
#include <assert.h>
#include <pthread.h>

int f, x, y;
#ifdef SAFE
#define SEEN 2
#else
#define SEEN 1
#endif

static void *reader(void *unused) {
	__CPROVER_atomic_begin();
	int a = x, b = y;
	__CPROVER_atomic_end();
	assert(!(a == SEEN && b == 0));
	return unused;
}
static void *first(void *unused) { /* enables the copy, then writes y */
	f = 1;
	y = 1;
	return unused;
}
static void *copier(void *unused) {
	__CPROVER_atomic_begin();
	x = f;
	__CPROVER_atomic_end();
	return unused;
}
#ifndef ORDER
#define ORDER reader, first, copier
#endif

int main(void) {
	void *(*const start[])(void *) = {ORDER};
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, start[i], 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
}
