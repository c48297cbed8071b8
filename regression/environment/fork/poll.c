/* What is shared with a child: poll may tell of it at any time, and anything may come. */
#include <assert.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	int fd[2], pair[2];
	char text[4];
	if (pipe(fd) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
		return 1;
	pid_t child = fork();
	if (child < 0)
		return 1;
	if (child == 0) {
		close(pair[0]);
		_exit(write(pair[1], "abc", 3) != 3);
	}
	close(pair[1]);
	close(fd[1]);
	struct pollfd wanted = {fd[0], POLLIN, 0};
	assert(poll(&wanted, 1, -1) <= 1);
	ssize_t n = recv(pair[0], text, sizeof text, 0);
#ifdef BUG
	assert(n == 3);
#else
	assert(n >= -1 && n <= 4);
#endif
	wait(NULL);
	return 0;
}
