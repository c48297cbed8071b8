/* A signal for the process may be handled by any thread that does not block it. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static _Thread_local int mine;

static void look(int number) {
	assert(mine == 0);
}

static void *work(void *unused) {
	mine = 1;
	pthread_testcancel();
	return NULL;
}

int main(void) {
	pthread_t t;
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	signal(SIGINT, look);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	if (INHERITS)
		pthread_create(&t, NULL, work, NULL);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	if (!INHERITS)
		pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
}
