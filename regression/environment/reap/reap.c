/* A handler of SIGCHLD waits for its children: waitpid may be called there, malloc may not. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void reap(int number) {
	int error = errno;
	(void)number;
#ifdef BUG
	free(malloc(1));
#endif
	while (waitpid(-1, NULL, WNOHANG) > 0)
		continue;
	errno = error;
}

int main(void) {
	signal(SIGCHLD, reap);
	pid_t child = fork();
	if (child == 0)
		_exit(0);
	return 0;
}
