/* Nothing that is checked comes after main has waited for the thread; but the end of main is the end
 * of the program, and before it the other thread runs only by a context switch. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *run(void *unused) {
	assert(x == VALUE);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	x = 1;
	pthread_join(t, NULL);
	return 0;
}
