/* N steps of main among those of a thread that begins, stores N times and ends: 2N+2 over N runs.
 * Those succeed in which the thread's last store and end come last: 2N over N of them. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *run(void *unused) {
	for (int i = 0; i < N; i++)
		x = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	for (int i = 0; i < N; i++)
		x = 2;
	pthread_join(t, NULL);
	assert(x == 1);
}
