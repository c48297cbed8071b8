/* A jump that unblocks a signal that is pending: its handler runs before the jump comes to its end. */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

static sigjmp_buf buffer;
static volatile int n;

static void handle(int number) {
	n++;
}

int main(void) {
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, handle);
	if (sigsetjmp(buffer, SAVES)) {
		assert(n == 1);
		return 0;
	}
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGUSR1);
	assert(n == 0);
	longjmp(buffer, 1);
}
