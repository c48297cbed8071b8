/* pause() returns when a handler has; alarm() sends the signal at any time. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t rings;

static void ring(int number) {
	rings++;
}

int main(void) {
	signal(SIGALRM, ring);
	alarm(1);
	pause();
	assert(rings == RINGS);
}
