/* A handler races with another thread, but not with the one it runs in. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int shared;

static void handle(int number) {
	shared = 1;
}

static void *work(void *unused) {
	if (!IN_MAIN)
		shared = 2;
	return NULL;
}

int main(void) {
	pthread_t t;
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGINT, handle);
	pthread_create(&t, NULL, work, NULL);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	if (IN_MAIN)
		shared = 3;
	pthread_join(t, NULL);
}
