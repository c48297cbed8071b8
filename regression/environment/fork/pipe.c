/* What a child writes into a pipe is arbitrary for its parent, also how much; end of file is 0. */
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	int fd[2];
	char text[8];
	if (pipe(fd) != 0)
		return 1;
	pid_t child = fork();
	if (child < 0)
		return 1;
	if (child == 0) {
		close(fd[0]);
		return write(fd[1], "hello", 5) != 5;
	}
	close(fd[1]);
	ssize_t n = read(fd[0], text, sizeof text - 1);
	assert(n >= 0 || errno == EINTR);
#ifndef BUG
	if (n < 0)
		n = 0;
	text[n] = 0;
#endif
	assert(strlen(text) < sizeof text);
	waitpid(child, NULL, 0);
	return 0;
}
