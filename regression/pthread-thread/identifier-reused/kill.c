/* A signal to a thread that was joined. */
#include <pthread.h>
#include <signal.h>

static void *run(void *unused) {
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	BEFORE;
	pthread_kill(t, 0);
	AFTER;
}
