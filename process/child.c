#include "process/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/deep.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

static void end_on_error(int code, struct loc loc, const char *text) {
	(void)loc, (void)text;
	_exit(code); /* the reports are the parent's */
}

static bool end_on_exhaustion(void) {
	_exit(EXIT_UNKNOWN);
}

/* A program that nests too deeply is no crash of ours; everything else is what it was. */
static void on_fault(int number, siginfo_t *info, void *context) {
	(void)context;
	if (deep_overflowed(info->si_addr))
		_exit(CHILD_TOO_DEEP);
	raise(number); /* ends the process when this returns */
}

static void catch_overflow(int number) {
#ifndef __SANITIZE_ADDRESS__ /* which tells such an overflow itself */
	struct sigaction action = {.sa_sigaction = on_fault,
	                           .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
	sigaction(number, &action, NULL);
#else
	(void)number;
#endif
}

/* The handlers of the parent write reports; the child just dies, and the parent sees it. */
static void reset_signals(void) {
	for (int number = 1; number < NSIG; number++) {
		struct sigaction now;
		if (!sigaction(number, NULL, &now) && now.sa_handler != SIG_IGN)
			signal(number, SIG_DFL);
	}
	/* Sent to the whole group, these are for the parent to handle.  Not ignored, since programs
	 * that the child starts would ignore them, too. */
	catch_overflow(SIGSEGV);
	catch_overflow(SIGBUS);
	sigset_t blocked;
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGINT);
	sigaddset(&blocked, SIGTERM);
	sigaddset(&blocked, SIGHUP);
	sigaddset(&blocked, SIGXCPU);
	pthread_sigmask(SIG_SETMASK, &blocked, NULL);
}

void child_begin(pid_t parent) {
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(CHILD_LOST_PARENT);
	reset_signals();
	struct rlimit no = {0, 0};
	setrlimit(RLIMIT_CORE, &no);
	diag_set_exit(end_on_error);
	mem_set_exhausted(end_on_exhaustion);
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null < 0 || dup2(null, STDOUT_FILENO) < 0)
		_exit(CHILD_LOST_PARENT);
	close(null);
}

void child_send(int fd, const void *bytes, size_t n) {
	for (const char *at = bytes; n;) {
		ssize_t k = send(fd, at, n, MSG_NOSIGNAL);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			_exit(CHILD_LOST_PARENT);
		at += k;
		n -= (size_t)k;
	}
}

/* Programs that it has started are leaders of groups (solvers/smtlib/pipe.c); they would die with
 * it, but not what they have started in turn. */
static void end_groups(pid_t pid) {
	char path[64];
	long child;
	snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)pid, (long)pid);
	FILE *f = fopen(path, "re");
	if (!f)
		return;
	while (fscanf(f, "%ld", &child) == 1)
		kill(-(pid_t)child, SIGKILL);
	fclose(f);
}

int child_end(pid_t pid) {
	int status = 0;
	kill(pid, SIGSTOP); /* it starts nothing more */
	end_groups(pid);
	kill(pid, SIGKILL); /* has no effect on one that has ended */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return status;
}

uint64_t child_bytes(pid_t pid) {
	char line[256];
	unsigned long long kilobytes = 0;
	snprintf(line, sizeof line, "/proc/%ld/smaps_rollup", (long)pid);
	FILE *f = fopen(line, "re");
	if (!f)
		return 0;
	while (fgets(line, sizeof line, f))
		if (sscanf(line, "Pss: %llu", &kilobytes) == 1)
			break;
	fclose(f);
	return kilobytes * 1024;
}

double child_seconds(pid_t pid, unsigned generations) {
	char path[300], text[1024];
	double seconds = 0;
	snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
	FILE *f = fopen(path, "re");
	if (!f)
		return 0;
	size_t n = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	text[n] = 0;
	const char *at = strrchr(text, ')'); /* the name may have blanks */
	unsigned long long used[4] = {0};
	if (at && sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu",
	                 &used[0], &used[1], &used[2], &used[3]) == 4)
		for (size_t i = 0; i < 4; i++)
			seconds += (double)used[i] / (double)sysconf(_SC_CLK_TCK);
	snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
	DIR *threads = generations ? opendir(path) : NULL;
	for (struct dirent *d; threads && (d = readdir(threads));) {
		long child;
		if (*d->d_name == '.')
			continue;
		snprintf(path, sizeof path, "/proc/%ld/task/%.20s/children", (long)pid, d->d_name);
		f = fopen(path, "re");
		while (f && fscanf(f, "%ld", &child) == 1)
			seconds += child_seconds((pid_t)child, generations - 1);
		if (f)
			fclose(f);
	}
	if (threads)
		closedir(threads);
	return seconds;
}

void child_how(int status, char *to, size_t size) {
	const char *name = WIFSIGNALED(status) ? sigabbrev_np(WTERMSIG(status)) : NULL;
	if (WIFSIGNALED(status))
		snprintf(to, size, "killed by SIG%s", name ? name : "?");
	else if (WEXITSTATUS(status) == CHILD_TOO_DEEP)
		snprintf(to, size, "the program nests too deeply: out of stack");
	else
		snprintf(to, size, "exit code %d", WEXITSTATUS(status));
}

bool child_is_bug(int status) {
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (WIFSIGNALED(status) && WTERMSIG(status) == signals[i])
			return true;
	return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_BUG;
}
