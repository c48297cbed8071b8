/* An addition is two accesses; a handler that runs in between has its own one lost. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile int counter, handled;

static void count(int number) {
	counter++;
	handled = 1;
}

int main(void) {
	sigset_t set, before;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, count);
	if (BLOCKS)
		sigprocmask(SIG_BLOCK, &set, &before);
	counter++;
	if (BLOCKS)
		sigprocmask(SIG_SETMASK, &before, NULL);
	if (handled)
		assert(counter == 2);
}
