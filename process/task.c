#include "process/task.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/child.h"
#include "util/base/stats.h"

enum { CHUNK = 1 << 16 };

static _Noreturn void work_in_child(void (*work)(void *, int), void *context, int fd,
                                    pid_t parent) {
	child_begin(parent);
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null < 0 || dup2(null, STDERR_FILENO) < 0)
		_exit(CHILD_LOST_PARENT);
	work(context, fd);
	_exit(0);
}

/* Everything up to the end of the pipe; false: that did not come in time. */
static bool read_until(int fd, double end, byte_vec *to) {
	for (;;) {
		double left = end - stats_wall_seconds();
		struct pollfd p = {.fd = fd, .events = POLLIN};
		int n = left > 0 ? poll(&p, 1, (int)(left * 1000) + 1) : 0;
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		char chunk[CHUNK];
		ssize_t k = read(fd, chunk, sizeof chunk);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return !k;
		for (ssize_t i = 0; i < k; i++)
			vec_push(to, chunk[i]);
	}
}

bool task_run(void (*work)(void *context, int fd), void *context, double seconds, byte_vec *to) {
	int ends[2];
	double end = stats_wall_seconds() + seconds;
	pid_t parent = getpid();
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	pid_t pid = fork();
	if (!pid) {
		close(ends[0]);
		work_in_child(work, context, ends[1], parent);
	}
	close(ends[1]);
	bool is_whole = pid > 0 && read_until(ends[0], end, to);
	close(ends[0]);
	if (pid < 0)
		return false;
	if (is_whole) { /* it has closed the pipe: it is ending */
		int status = 0;
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		return WIFEXITED(status) && !WEXITSTATUS(status);
	}
	child_end(pid);
	return false;
}
