/* Main has to be preempted after ping = 1, and the thread before it reads ping again; that main
 * waits for its end then costs nothing. */
#include <assert.h>
#include <pthread.h>

static int ping, pong, reached;

static void *run(void *unused) {
	if (ping == 1)
		pong = 1;
	if (ping == 2)
		reached = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	ping = 1;
	if (pong == 1)
		ping = 2;
	pthread_join(t, NULL);
	assert(!reached);
}
