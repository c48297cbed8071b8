#include "process/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/child.h"
#include "util/base/stats.h"

enum { CHUNK = 1 << 16, LOOK_MS = 20 };

extern char **environ;

/* --- In the keeper. --- */

static void write_file(const char *path, const char *text) {
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (write(fd, text, strlen(text)) < 0)
		errno = 0; /* the program then sees another number of its user */
	close(fd);
}

/* In a new network there is nothing but this machine. */
static void raise_loopback(void) {
	struct ifreq r = {.ifr_name = "lo"};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	if (!ioctl(fd, SIOCGIFFLAGS, &r)) {
		r.ifr_flags |= IFF_UP;
		ioctl(fd, SIOCSIFFLAGS, &r);
	}
	close(fd);
}

static bool leave_network(void) {
	char map[64];
	unsigned user = getuid(), group = getgid();
	if (unshare(CLONE_NEWNET)) {
		if (unshare(CLONE_NEWUSER | CLONE_NEWNET))
			return false;
		write_file("/proc/self/setgroups", "deny");
		snprintf(map, sizeof map, "%u %u 1", user, user);
		write_file("/proc/self/uid_map", map);
		snprintf(map, sizeof map, "%u %u 1", group, group);
		write_file("/proc/self/gid_map", map);
	}
	raise_loopback();
	return true;
}

static void limit(int what, uint64_t most) {
	struct rlimit r = {most, most};
	setrlimit(what, &r);
}

static _Noreturn void become_program(const struct sandbox *s, int out) {
	sigset_t none;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setsid();
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	/* The same addresses each time; and ThreadSanitizer needs some of them to be free. */
	personality(ADDR_NO_RANDOMIZE);
	limit(RLIMIT_CORE, 0);
	if (s->output)
		limit(RLIMIT_FSIZE, s->output < (64u << 20) ? 64u << 20 : s->output);
	if (s->seconds > 0)
		limit(RLIMIT_CPU, (uint64_t)(s->seconds * 4) + 2);
	int null = open("/dev/null", O_RDONLY);
	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
	    dup2(out, STDERR_FILENO) < 0 || (s->folder && chdir(s->folder)))
		_exit(SANDBOX_NO_PROGRAM);
	if (s->environment)
		environ = (char **)s->environment;
	execvp(s->argv[0], (char **)s->argv);
	_exit(SANDBOX_NO_PROGRAM);
}

static uint64_t resident(pid_t pid) {
	char path[64];
	unsigned long long size, pages = 0;
	snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
	FILE *f = fopen(path, "re");
	if (f && fscanf(f, "%llu %llu", &size, &pages) != 2)
		pages = 0;
	if (f)
		fclose(f);
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* What is left of what the program has started is ours since it has ended. */
static void end_rest(pid_t program) {
	char path[64];
	long child;
	kill(-program, SIGKILL);
	snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
	for (unsigned round = 0; round < 1000; round++) {
		FILE *f = fopen(path, "re");
		while (f && fscanf(f, "%ld", &child) == 1)
			kill((pid_t)child, SIGKILL);
		if (f)
			fclose(f);
		pid_t gone;
		while ((gone = waitpid(-1, NULL, WNOHANG)) > 0)
			;
		if (gone < 0 && errno == ECHILD)
			return;
		usleep(1000);
	}
}

struct report {
	enum sandbox_end end;
	int status;
};

/* Until the program ends, or the caller has closed its end of the socket. */
static struct report keep(const struct sandbox *s, pid_t program, int control) {
	for (;;) {
		int status;
		struct pollfd p = {.fd = control, .events = POLLIN};
		if (waitpid(program, &status, WNOHANG) == program)
			return (struct report){SANDBOX_ENDED, status};
		if (s->memory && resident(program) > s->memory)
			return (struct report){.end = SANDBOX_MEMORY};
		if (poll(&p, 1, LOOK_MS) > 0)
			return (struct report){.end = SANDBOX_STOPPED};
	}
}

static _Noreturn void be_keeper(const struct sandbox *s, pid_t parent, int control, int out) {
	child_begin(parent);
	setsid();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (s->no_network)
		leave_network();
	pid_t program = fork();
	if (!program)
		become_program(s, out);
	close(out);
	if (program < 0)
		_exit(1);
	struct report r = keep(s, program, control);
	if (r.end != SANDBOX_ENDED)
		kill(program, SIGKILL);
	end_rest(program);
	child_send(control, &r, sizeof r);
	_exit(0);
}

/* --- With us. --- */

/* true: the pipe is at its end. */
static bool take(struct sandbox_result *r, int fd, uint64_t most) {
	char chunk[CHUNK];
	ssize_t k = read(fd, chunk, sizeof chunk);
	if (k < 0)
		return errno != EINTR && errno != EAGAIN;
	size_t room = most && r->output.n + (size_t)k > most ? (size_t)(most - r->output.n) : (size_t)k;
	bytes_put(&r->output, chunk, room);
	if (room < (size_t)k)
		r->end = SANDBOX_OUTPUT;
	return !k;
}

static void follow(const struct sandbox *s, struct sandbox_result *r, int control, int out) {
	double begin = stats_wall_seconds();
	bool is_told = false, is_closed = false;
	while (!is_told) {
		struct pollfd p[2] = {{.fd = control, .events = POLLIN},
		                      {.fd = is_closed ? -1 : out, .events = POLLIN}};
		if (poll(p, 2, LOOK_MS) < 0 && errno != EINTR)
			break;
		if (p[1].revents)
			is_closed = take(r, out, s->output);
		if (p[0].revents) {
			struct report told;
			bool is_whole = recv(control, &told, sizeof told, 0) == sizeof told;
			if (is_whole && r->end == SANDBOX_FAILED) {
				r->end = told.end;
				r->status = told.status;
			}
			is_told = true;
		}
		if (r->end == SANDBOX_FAILED && s->stop && s->stop())
			r->end = SANDBOX_STOPPED;
		if (r->end == SANDBOX_FAILED && s->seconds > 0 && stats_wall_seconds() - begin > s->seconds)
			r->end = SANDBOX_TIME;
		if (r->end != SANDBOX_FAILED && !is_told)
			shutdown(control, SHUT_WR); /* the keeper ends everything, and reports */
	}
	while (!is_closed) { /* nobody has the other end any more */
		struct pollfd p = {.fd = out, .events = POLLIN};
		if (poll(&p, 1, 0) <= 0)
			break;
		is_closed = take(r, out, s->output);
	}
}

struct sandbox_result sandbox_run(const struct sandbox *s) {
	struct sandbox_result r = {0};
	double begin = stats_wall_seconds();
	int control[2], out[2];
	pid_t parent = getpid();
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control))
		return r;
	if (pipe2(out, O_CLOEXEC)) {
		close(control[0]);
		close(control[1]);
		return r;
	}
	pid_t keeper = fork();
	if (!keeper) {
		close(control[0]);
		close(out[0]);
		be_keeper(s, parent, control[1], out[1]);
	}
	close(control[1]);
	close(out[1]);
	if (keeper > 0) {
		fcntl(out[0], F_SETFL, O_NONBLOCK);
		follow(s, &r, control[0], out[0]);
		while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR)
			;
	}
	close(control[0]);
	close(out[0]);
	r.seconds = stats_wall_seconds() - begin;
	return r;
}

void sandbox_free(struct sandbox_result *r) {
	vec_free(&r->output);
}
