/* util/fd: a pipe takes and gives less than is asked for; all of it arrives. */
#include "util/base/fd.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/check.h"

enum { SIZE = 1 << 20 }; /* more than a pipe holds */

static char sent[SIZE], got[SIZE + 1];

static void on_alarm(int signal) {
	(void)signal;
}

/* Signals interrupt calls again and again. */
static void interrupt(void) {
	struct sigaction action = {.sa_handler = on_alarm}; /* without SA_RESTART */
	struct itimerval often = {{0, 500}, {0, 500}};
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
}

static void quiet(void) {
	struct itimerval never = {{0, 0}, {0, 0}};
	setitimer(ITIMER_REAL, &never, NULL);
}

static void test_pipe(void) {
	int ends[2], status;
	CHECK(!pipe(ends));
	pid_t child = fork();
	if (!child) {
		interrupt();
		close(ends[0]);
		_exit(fd_write(ends[1], sent, SIZE) ? 0 : 1);
	}
	close(ends[1]);
	interrupt();
	CHECK(fd_read(ends[0], got, SIZE + 1) == SIZE);
	quiet();
	CHECK(!memcmp(sent, got, SIZE));
	CHECK(fd_read(ends[0], got, 1) == 0);
	close(ends[0]);
	CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status));
}

static void test_errors(void) {
	int ends[2];
	CHECK(!pipe(ends));
	close(ends[0]);
	signal(SIGPIPE, SIG_IGN);
	errno = 0;
	CHECK(!fd_write(ends[1], sent, 1) && errno == EPIPE);
	close(ends[1]);
	errno = 0;
	CHECK(fd_read(-1, got, 1) == 0 && errno == EBADF);
	CHECK(fd_write(-1, got, 0));
}

int main(void) {
	for (size_t i = 0; i < SIZE; i++)
		sent[i] = (char)(i * 31 >> 3);
	test_pipe();
	test_errors();
	return check_done("fd");
}
