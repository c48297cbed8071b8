/* SA_RESETHAND: the second signal finds the default action, which ends the program. */
#include <assert.h>
#include <signal.h>
#include <string.h>

static int handled;

static void count(int number) {
	handled++;
}

int main(void) {
	struct sigaction a;
	memset(&a, 0, sizeof a);
	a.sa_handler = count;
	a.sa_flags = FLAGS;
	sigaction(SIGUSR1, &a, NULL);
	raise(SIGUSR1);
	assert(handled == 1);
	raise(SIGUSR1);
	assert(handled != 2);
}
