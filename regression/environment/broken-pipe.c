/* Who ignores SIGPIPE gets EPIPE from a pipe that nobody reads any more; else the program ends. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

int main(void)
{
#ifdef BUG
	signal(SIGPIPE, SIG_IGN);
#endif
	ssize_t n = write(1, "x", 1);
	assert(n == 1 || errno != EPIPE);
	return 0;
}
