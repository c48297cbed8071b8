/* A child that runs another program, and what its parent makes of the status. */
#include <assert.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(void) {
	char *const arguments[] = {"true", NULL};
	int status;
	pid_t child = fork();
	if (child < 0)
		return -1;
	if (child == 0) {
		execvp("true", arguments);
		_exit(127);
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void) {
	int status, result = run();
	assert(result >= -1 && result <= 255);
	pid_t child = fork();
	if (child == 0)
		_exit(3);
	if (child < 0)
		return 1;
#ifdef TWICE
	wait(NULL);
#endif
	assert(waitpid(child, &status, 0) == child);
#ifdef MISREAD
	int exits = 1;
#else
	int exits = WIFEXITED(status);
#endif
	assert(!exits || WTERMSIG(status) == 0); /* no signal has killed it */
	return 0;
}
