/* A signal is blocked while its handler runs, unless the action says otherwise. */
#include <assert.h>
#include <signal.h>
#include <string.h>

static volatile int inside;

static void handle(int number) {
	assert(!inside);
	inside = 1;
	inside = 0;
}

int main(void) {
	struct sigaction a;
	memset(&a, 0, sizeof a);
	a.sa_handler = handle;
	a.sa_flags = FLAGS;
	sigaction(SIGUSR1, &a, NULL);
}
