/* si_code and si_pid tell who has sent a signal: kill, a call for a thread, or somebody outside. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t code, is_own;

static void handle(int number, siginfo_t *info, void *context) {
	code = info->si_code;
	is_own = info->si_pid == getpid();
	assert(is_own);
}

static void *send(void *to) {
#ifdef KILL
	kill(getpid(), SIGUSR1);
#else
	pthread_kill(*(pthread_t *)to, SIGUSR1);
#endif
	return NULL;
}

int main(void) {
	struct sigaction a;
	pthread_t t, me = pthread_self();
	memset(&a, 0, sizeof a);
	a.sa_sigaction = handle;
	a.sa_flags = SA_SIGINFO;
	if (sigaction(SIGUSR1, &a, NULL) != 0 || pthread_create(&t, NULL, send, &me) != 0)
		return 1;
	pthread_join(t, NULL);
	assert(!is_own || code == SI_TKILL);
}
