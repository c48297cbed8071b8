/* A blocked signal stays pending, once, until it is unblocked, and is handled before that call returns. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int handled;

static void count(int number) {
	handled++;
}

int main(void) {
	sigset_t set, now;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	signal(SIGTERM, count);
	sigprocmask(SIG_BLOCK, &set, NULL);
	kill(getpid(), SIGTERM);
	raise(SIGTERM);
	kill(getpid(), SIGTERM);
	assert(handled == 0);
	sigpending(&now);
	assert(sigismember(&now, SIGTERM) && !sigismember(&now, SIGHUP));
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	assert(handled == TIMES); /* of the thread, of the process */
}
