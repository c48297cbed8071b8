/* A thread waits for a signal that the program sends itself.  If that is handled between the test and
 * the wait, it waits for ever; sigsuspend unblocks the signal and waits in one. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t woken;
static sigset_t set, none;

static void wake(int number) {
	woken = 1;
}

static void *sleeper(void *unused) {
#ifdef PAUSE
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	if (!woken)
		pause();
#else
	if (!woken)
		sigsuspend(&none);
#endif
	return NULL;
}

int main(void) {
	pthread_t t;
	sigemptyset(&none);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, wake);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&t, NULL, sleeper, NULL);
	pthread_kill(t, SIGUSR1);
	pthread_join(t, NULL);
}
