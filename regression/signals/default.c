/* What nobody handles ends the program, or is ignored. */
#include <assert.h>
#include <signal.h>

int main(void) {
	raise(SIGCHLD);
	signal(SIGTERM, ACTION);
	raise(SIGTERM);
	assert(0);
}
