#include "process/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/child.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

static void begin_child(pid_t parent) {
	struct rlimit no = {0, 0};
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &no);
	if (getppid() != parent || null < 0 || dup2(null, STDERR_FILENO) < 0)
		_exit(EXIT_UNKNOWN);
	close(null);
}

bool spool_start(struct spool *s, int (*work)(void *context, int fd), void *context) {
	pid_t parent = getpid();
	s->fd = memfd_create("spool", MFD_CLOEXEC);
	fflush(NULL);
	s->pid = s->fd < 0 ? -1 : fork();
	if (!s->pid) {
		begin_child(parent);
		_exit(work(context, s->fd));
	}
	int why = errno;
	if (s->pid < 0 && s->fd >= 0)
		close(s->fd);
	errno = why;
	return s->pid > 0;
}

double spool_seconds(const struct spool *s) {
	enum { GENERATIONS = 3 };
	return child_seconds(s->pid, GENERATIONS);
}

bool spool_ended(const struct spool *s, int *status, double *seconds) {
	struct rusage used;
	if (wait4(s->pid, status, WNOHANG, &used) != s->pid)
		return false;
	*seconds = (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec +
	           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
	return true;
}

int spool_wait(const struct spool *s) {
	int status = 0;
	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return status;
}

char *spool_read(const struct spool *s, size_t *n) {
	off_t size = lseek(s->fd, 0, SEEK_END);
	char *bytes = size < 0 ? NULL : mem_alloc((size_t)size + 1);
	*n = size < 0 ? 0 : (size_t)size;
	if (bytes && pread(s->fd, bytes, *n, 0) == size) {
		bytes[*n] = 0;
		return bytes;
	}
	mem_free(bytes);
	return NULL;
}

void spool_close(struct spool *s) {
	close(s->fd);
}
