/* SA_SIGINFO, and what sigaction says about the action before. */
#include <assert.h>
#include <signal.h>
#include <string.h>

static int got;

static void handle(int number, siginfo_t *info, void *context) {
	got = info->si_signo + ADDED;
}

int main(void) {
	struct sigaction a, before;
	memset(&a, 0, sizeof a);
	a.sa_sigaction = handle;
	a.sa_flags = SA_SIGINFO;
	sigaddset(&a.sa_mask, SIGHUP);
	assert(sigaction(SIGUSR1, &a, &before) == 0 && before.sa_handler == SIG_DFL);
	assert(sigaction(SIGUSR1, NULL, &before) == 0 && before.sa_sigaction == handle);
	assert(before.sa_flags & SA_SIGINFO && sigismember(&before.sa_mask, SIGHUP) == 1);
	assert(sigaction(SIGKILL, &a, NULL) == -1);
	raise(SIGUSR1);
	assert(got == SIGUSR1);
}
