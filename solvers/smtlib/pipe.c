#include "solvers/smtlib/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/text/diag.h"
#include "util/text/words.h"

enum { CHUNK = 1 << 16, MAX_FROM = 1 << 26, MAX_WORDS = 1000 };

#define LAST_ERRORS_SECONDS 0.2 /* between closing its output and being gone */

double pipe_now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void pipe_init(struct pipe *p) {
	memset(p, 0, sizeof *p);
	p->in = p->out = p->err = -1;
	p->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); /* without one a stop waits for a tick */
}

static void close_end(int *fd) {
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void pipe_free(struct pipe *p) {
	pipe_end(p, NULL);
	close_end(&p->wake);
	vec_free(&p->to);
	vec_free(&p->from);
}

void pipe_interrupt(struct pipe *p) {
	int saved = errno;
	uint64_t one = 1;
	p->stop = 1;
	if (p->wake >= 0 && write(p->wake, &one, sizeof one) < 0)
		p->stop = 1; /* it is full, so it wakes anyway */
	errno = saved;
}

void pipe_calm(struct pipe *p) {
	uint64_t count;
	p->stop = 0;
	if (p->wake >= 0 && read(p->wake, &count, sizeof count) > 0)
		p->stop = 0;
}

/* Words of a command, NULL at the end. */
static char **split(struct arena *a, const char *command) {
	char *text = arena_alloc(a, 2 * strlen(command) + 2);
	char **word = arena_array(a, char *, MAX_WORDS + 1);
	for (size_t n = 0; n < MAX_WORDS; n++) {
		word[n] = text;
		text = words_take(&command, text);
		if (!text) {
			word[n] = NULL;
			break;
		}
	}
	return word;
}

static bool is_program(const char *path) {
	return !access(path, X_OK);
}

/* The file that execvp would run, or NULL. */
static const char *find_program(struct arena *a, const char *name) {
	if (strchr(name, '/'))
		return is_program(name) ? name : NULL;
	const char *path = getenv("PATH");
	for (path = path ? path : "/usr/bin:/bin"; path; path = strchr(path, ':')) {
		path += *path == ':';
		size_t n = strcspn(path, ":");
		const char *file = n ? arena_printf(a, "%.*s/%s", (int)n, path, name) : name;
		if (*name && is_program(file))
			return file;
		path += n;
		if (!*path)
			break;
	}
	return NULL;
}

const char *pipe_missing(struct arena *a, const char *command) {
	char **word = split(a, command);
	if (!word[0])
		return "the command is empty";
	if (find_program(a, word[0]))
		return NULL;
	return strchr(word[0], '/')
	           ? arena_printf(a, "the program '%s' cannot be run: %s", word[0], strerror(errno))
	           : arena_printf(a, "the program '%s' is not installed", word[0]);
}

/* Both ends, away from the numbers that mean standard input and output. */
static bool make_pipe(int end[2]) {
	if (pipe2(end, O_CLOEXEC)) {
		end[0] = end[1] = -1;
		return false;
	}
	for (int i = 0; i < 2; i++)
		if (end[i] <= STDERR_FILENO) {
			int moved = fcntl(end[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
			close(end[i]);
			end[i] = moved;
		}
	return end[0] >= 0 && end[1] >= 0;
}

struct launch {
	const char *file;
	char **word;
	int end[3][2]; /* of the pipes for its input, output, errors */
	size_t memory_bytes;
	pid_t parent;
	sigset_t none;
	volatile int error; /* of the child, which shares our memory until it runs the program */
};

/* In the child of vfork: nothing but system calls, and no memory of ours changes but 'error'. */
static void become(struct launch *l) {
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != l->parent)
		_exit(127);
	struct rlimit no = {0, 0}, memory = {l->memory_bytes, l->memory_bytes};
	setrlimit(RLIMIT_CORE, &no);
	if (l->memory_bytes)
		setrlimit(RLIMIT_AS, &memory);
	if (dup2(l->end[0][0], 0) >= 0 && dup2(l->end[1][1], 1) >= 0 && dup2(l->end[2][1], 2) >= 0) {
		close_range(3, ~0u, 0);
		signal(SIGPIPE, SIG_DFL);
		sigprocmask(SIG_SETMASK, &l->none, NULL); /* a run blocks those that its guard waits for */
		execve(l->file, l->word, environ);
	}
	l->error = errno;
	_exit(127);
}

/* Not fork, which copies the page tables of all our terms. */
static pid_t launch(struct launch *l) {
	sigset_t all, before;
	sigemptyset(&l->none);
	sigfillset(&all);
	l->parent = getpid();
	pthread_sigmask(SIG_SETMASK, &all, &before); /* no handler of ours runs in the child */
	pid_t pid = vfork();
	if (!pid)
		become(l);
	int error = pid < 0 ? errno : l->error;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (pid > 0 && error)
		waitpid(pid, NULL, 0);
	errno = error;
	return error ? -1 : pid;
}

static void set_nonblocking(int fd) {
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

static bool start(struct pipe *p, struct launch *l) {
	bool made = true;
	memset(l->end, -1, sizeof l->end);
	for (int i = 0; i < 3; i++)
		made = made && make_pipe(l->end[i]);
	pid_t pid = made ? launch(l) : -1;
	int error = errno;
	close_end(&l->end[0][0]);
	close_end(&l->end[1][1]);
	close_end(&l->end[2][1]);
	p->in = l->end[0][1];
	p->out = l->end[1][0];
	p->err = l->end[2][0];
	if (pid > 0) {
		p->pid = pid;
		set_nonblocking(p->in);
		set_nonblocking(p->out);
		set_nonblocking(p->err);
		return true;
	}
	close_end(&p->in);
	close_end(&p->out);
	close_end(&p->err);
	errno = error;
	return false;
}

bool pipe_start(struct pipe *p, const char *command, size_t memory_bytes, char *why, size_t size) {
	struct arena *a = arena_open();
	pipe_end(p, NULL);
	struct launch l = {.word = split(a, command), .memory_bytes = memory_bytes};
	const char *missing = pipe_missing(a, command);
	bool good = false;
	if (missing) {
		snprintf(why, size, "%s", missing);
	} else {
		l.file = find_program(a, l.word[0]);
		good = start(p, &l);
		if (!good)
			snprintf(why, size, "the program '%s' cannot be run: %s", l.word[0], strerror(errno));
	}
	arena_close(a);
	return good;
}

void pipe_put(struct pipe *p, const char *text, size_t n) {
	if (p->in < 0 || p->close_in)
		return;
	vec_reserve(&p->to, p->to.n + n);
	memcpy(p->to.at + p->to.n, text, n);
	p->to.n += n;
}

void pipe_close_in(struct pipe *p) {
	p->close_in = true;
	if (p->written == p->to.n)
		close_end(&p->in);
}

/* A write to a pipe that nobody reads would raise SIGPIPE: it is kept away and taken back. */
static ssize_t write_quietly(int fd, const char *text, size_t n) {
	sigset_t broken, pending, before;
	sigemptyset(&broken);
	sigaddset(&broken, SIGPIPE);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &broken, &before);
	ssize_t k = write(fd, text, n);
	int error = errno;
	struct timespec at_once = {0, 0};
	if (k < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
		sigtimedwait(&broken, NULL, &at_once);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return k;
}

static void write_some(struct pipe *p) {
	ssize_t k = write_quietly(p->in, p->to.at + p->written, p->to.n - p->written);
	if (k > 0)
		p->written += (size_t)k;
	else if (k < 0 && errno != EAGAIN && errno != EINTR)
		close_end(&p->in); /* why, its output will say */
	if (p->in < 0 || p->written == p->to.n) {
		p->written = p->to.n = 0;
		if (p->close_in)
			close_end(&p->in);
	}
}

/* false: there will be no more. */
static bool read_some(struct pipe *p) {
	vec_reserve(&p->from, p->from.n + CHUNK);
	ssize_t k = read(p->out, p->from.at + p->from.n, CHUNK);
	if (k > 0)
		p->from.n += (size_t)k;
	return k > 0 || (k < 0 && (errno == EAGAIN || errno == EINTR));
}

static void read_complaint(struct pipe *p) {
	char text[4096];
	ssize_t k = read(p->err, text, sizeof text);
	if (k == 0 || (k < 0 && errno != EAGAIN && errno != EINTR))
		close_end(&p->err);
	size_t room = sizeof p->complaint - 1 - p->ncomplaint;
	size_t n = k < 0 ? 0 : (size_t)k < room ? (size_t)k : room;
	memcpy(p->complaint + p->ncomplaint, text, n);
	p->ncomplaint += n;
	p->complaint[p->ncomplaint] = 0;
}

/* Milliseconds for poll, rounded up; -1: for ever. */
static int poll_timeout(const struct pipe *p, double deadline) {
	double ms = deadline > 0 ? (deadline - pipe_now()) * 1000 : 1e9;
	if (p->wake < 0 && ms > 20)
		ms = 20;
	return ms < 0 ? 0 : ms > 1e8 ? -1 : (int)ms + 1;
}

/* Reads what the process still writes to standard error after it has closed its output. */
static void read_last_errors(struct pipe *p) {
	double end = pipe_now() + LAST_ERRORS_SECONDS;
	while (p->err >= 0 && pipe_now() < end) {
		struct pollfd fd = {p->err, POLLIN, 0};
		if (poll(&fd, 1, poll_timeout(p, end)) > 0)
			read_complaint(p);
	}
}

enum pipe_event pipe_wait(struct pipe *p, double deadline) {
	enum { IN, OUT, ERR, WAKE };
	for (;;) {
		if (p->stop)
			return PIPE_STOPPED;
		if (p->out < 0)
			return PIPE_ENDED;
		if (p->from.n > MAX_FROM)
			return PIPE_FLOOD;
		struct pollfd fd[] = {
		    [IN] = {p->written < p->to.n ? p->in : -1, POLLOUT, 0},
		    [OUT] = {p->out, POLLIN, 0},
		    [ERR] = {p->err, POLLIN, 0},
		    [WAKE] = {p->wake, POLLIN, 0},
		};
		int n = poll(fd, 4, poll_timeout(p, deadline));
		if (n < 0 && errno != EINTR)
			BUG("poll: %s", strerror(errno));
		size_t had = p->from.n;
		if (n > 0 && fd[IN].revents)
			write_some(p);
		if (n > 0 && fd[ERR].revents)
			read_complaint(p);
		if (n > 0 && fd[OUT].revents && !read_some(p)) {
			close_end(&p->out);
			read_last_errors(p);
			return PIPE_ENDED;
		}
		if (p->from.n > had)
			return PIPE_DATA;
		if (deadline > 0 && pipe_now() >= deadline)
			return PIPE_LATE;
	}
}

/* Has it ended by itself, given a moment if it has closed its output?  It is not reaped yet, so
 * that the number of its group stays ours. */
static bool has_ended(struct pipe *p, siginfo_t *info) {
	double end = pipe_now() + (p->out < 0 ? LAST_ERRORS_SECONDS : 0);
	for (;;) {
		info->si_pid = 0;
		if (waitid(P_PID, (id_t)p->pid, info, WEXITED | WNOHANG | WNOWAIT) || info->si_pid)
			return info->si_pid;
		if (pipe_now() >= end)
			return false;
		struct timespec t = {0, 1000 * 1000};
		nanosleep(&t, NULL);
	}
}

const char *pipe_end(struct pipe *p, struct arena *a) {
	const char *how = NULL;
	if (p->pid) {
		siginfo_t info;
		if (has_ended(p, &info) && a)
			how = info.si_code == CLD_EXITED
			          ? arena_printf(a, "exit code %d", info.si_status)
			          : arena_printf(a, "killed by SIG%s", sigabbrev_np(info.si_status));
		kill(-p->pid, SIGKILL); /* also what it started */
		while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
			continue;
	}
	p->pid = 0;
	close_end(&p->in);
	close_end(&p->out);
	close_end(&p->err);
	p->close_in = false;
	p->written = p->to.n = p->from.n = p->ncomplaint = 0;
	p->complaint[0] = 0;
	return how;
}
