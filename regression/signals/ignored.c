/* Ignoring a signal makes no handler, and no threads. */
#include <assert.h>
#include <signal.h>

int main(void) {
	signal(SIGPIPE, SIG_IGN);
	assert(signal(SIGPIPE, SIG_DFL) == BEFORE);
}
