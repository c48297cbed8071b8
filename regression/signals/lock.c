/* A handler locks a mutex that the thread it interrupts may hold. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void add(int number) {
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
}

int main(void) {
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, BLOCKED);
	signal(SIGUSR1, add);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	add(0);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
