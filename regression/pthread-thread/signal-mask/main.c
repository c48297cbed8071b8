/* pthread_sigmask, as sigprocmask; pthread_kill that only asks. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

int main(void) {
	sigset_t set;
	sigemptyset(&set);
	assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
	assert(pthread_kill(THREAD, 0) == 0);
}
