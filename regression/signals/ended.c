/* After the end of a thread no handler runs in it: a signal to a thread that has ended, and that nobody
 * has joined yet, has no effect; one to the process waits for another thread. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t x;
static pthread_t t;
static sigset_t set;

static void handle(int number) {
	x = 1;
}

static void *work(void *unused) {
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
#if END == 1
	pthread_exit(NULL);
#elif END == 2
	pthread_cancel(pthread_self());
	pthread_testcancel();
#endif
	return NULL;
}

static void *send(void *unused) {
#ifdef PROCESS
	kill(getpid(), SIGUSR1);
#else
	int result = pthread_kill(t, SIGUSR1);
	assert(result == 0);
#endif
	return NULL;
}

int main(void) {
	pthread_t sender;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGUSR1, handle);
	pthread_create(&t, NULL, work, NULL);
	pthread_create(&sender, NULL, send, NULL);
	pthread_join(sender, NULL);
#ifndef EARLY
	pthread_join(t, NULL);
#endif
	int before = x;
	int after = x;
	assert(before == after);
#ifdef EARLY
	pthread_join(t, NULL);
#endif
}
