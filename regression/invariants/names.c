/* What a name means at a line: n of the caller is not that of the function it calls, a variable of
 * a block hides another one, and so does a local variable a global one.  BUG: without the lock. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared, hidden;

static void visit(int n) {
	if (n > 1)
		visit(n - 1);
#ifndef BUG
	pthread_mutex_lock(&m);
#endif
	shared = n;
	assert(shared == n);
	shared = 0;
	assert(hidden == 0);
	hidden = n;
	hidden = 0;
#ifndef BUG
	pthread_mutex_unlock(&m);
#endif
}

static void *worker(void *unused) {
	int twice = 1;
	visit(2);
	{
		int twice = 7, hidden = 8;
		pthread_mutex_lock(&m);
		assert(shared == 0 && twice == 7 && hidden == 8);
		pthread_mutex_unlock(&m);
	}
	assert(twice == 1);
	return unused;
}

int main(void) {
	pthread_t t;
	for (;;)
		pthread_create(&t, NULL, worker, NULL);
}
