/* A handler without SA_RESTART ends a read that waits: EINTR is no end of the input. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t hung_up;

static void on_hangup(int number)
{
	hung_up = number;
}

int main(void)
{
	char letter;
	ssize_t n;
	struct sigaction action = {.sa_handler = on_hangup};
	sigaction(SIGHUP, &action, NULL);
	do
		n = read(0, &letter, 1);
#ifdef BUG
	while (0);
#else
	while (n < 0 && errno == EINTR);
#endif
	assert(n >= 0 || errno != EINTR);
	return 0;
}
