/* A timer and its handler: what main does in two steps, the handler sees in between. */
#include <assert.h>
#include <signal.h>
#include <time.h>

static volatile sig_atomic_t first, second;

static void tick(int number) {
	(void)number;
	assert(first == second);
}

int main(void) {
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
	struct itimerspec soon = {.it_value = {.tv_nsec = 1000}};
	sigset_t set;
	timer_t timer;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, tick);
	if (timer_create(CLOCK_REALTIME, &event, &timer) != 0 ||
	    timer_settime(timer, 0, &soon, NULL) != 0)
		return 1;
#ifndef BUG
	sigprocmask(SIG_BLOCK, &set, NULL);
#endif
	first = 1;
	second = 1;
#ifndef BUG
	sigprocmask(SIG_UNBLOCK, &set, NULL);
#endif
	timer_delete(timer);
	return 0;
}
