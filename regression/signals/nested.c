/* sa_mask keeps one handler from interrupting another one. */
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
	sigemptyset(&a.sa_mask);
	sigaddset(&a.sa_mask, MASKED);
	sigaction(SIGUSR1, &a, NULL);
	sigaddset(&a.sa_mask, SIGUSR1);
	sigaction(SIGUSR2, &a, NULL);
}
