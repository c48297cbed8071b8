/* Each real-time signal that is sent counts, of the others one is kept while they are blocked. */
#include <assert.h>
#include <signal.h>

static volatile int hits;

static void count(int number) {
	(void)number;
	hits++;
}

int main(void) {
	sigset_t set;
	signal(NUMBER, count);
	sigemptyset(&set);
	sigaddset(&set, NUMBER);
	sigprocmask(SIG_BLOCK, &set, 0);
	for (int i = 0; i < TIMES; i++)
		raise(NUMBER);
	sigprocmask(SIG_UNBLOCK, &set, 0);
	assert(hits == 1);
}
