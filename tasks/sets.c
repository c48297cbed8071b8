#include "tasks/sets.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/files/file.h"
#include "cli/options/svcomp.h"
#include "cli/options/task.h"
#include "cli/session/outputs.h"
#include "report/base/svcomp.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/path.h"

struct sets {
	const struct options *o;
	int argc;
	char **argv;
	const char *property;                          /* the file chosen with --property; or NULL */
	unsigned right, wrong, unknown, failed, other; /* other: a verdict, and nothing to compare */
	bool crashed;
};

struct answer { /* what a child said */
	const char *verdict;
	bool crashed, failed;
};

static volatile sig_atomic_t stop_signal;
static volatile sig_atomic_t child;

static void on_signal(int signal) {
	stop_signal = signal;
	if (child > 0)
		kill((pid_t)child, signal);
}

static bool is_set(const char *path) {
	size_t n = strlen(path);
	return n > 4 && !strcmp(path + n - 4, ".set");
}

bool sets_given(const struct options *o) {
	for (size_t i = 0; i < o->file.n; i++)
		if (is_set(o->file.at[i]))
			return true;
	return false;
}

/* --- Children. --- */

/* The arguments of this command with the task instead of the sets. */
static struct text_list arguments(const struct sets *s, const char *task, const char *property) {
	struct text_list arg = {0};
	vec_push(&arg, s->argv[0]);
	vec_push(&arg, "--quiet");
	for (int i = 1; i < s->argc; i++)
		if (!is_set(s->argv[i]))
			vec_push(&arg, s->argv[i]);
	if (property) {
		vec_push(&arg, "--property");
		vec_push(&arg, property);
	}
	vec_push(&arg, "--");
	vec_push(&arg, task);
	vec_push(&arg, NULL);
	return arg;
}

static pid_t start(const struct sets *s, const char *task, const char *property, int out) {
	struct text_list arg = arguments(s, task, property);
	fflush(stdout);
	pid_t pid = fork();
	if (!pid) {
		dup2(out, STDOUT_FILENO);
		execv("/proc/self/exe", (char *const *)arg.at);
		_exit(127);
	}
	vec_free(&arg);
	if (pid < 0)
		fatal(EXIT_USAGE, NO_LOC, "cannot start a process: %s", strerror(errno));
	return pid;
}

/* The last line of what comes out of the pipe; the rest may be long, and is not kept. */
static const char *read_last_line(struct arena *arena, int fd) {
	char last[512] = "", buffer[4096];
	size_t length = 0;
	bool ended = false; /* the line is complete; the next character begins another */
	for (;;) {
		ssize_t n = read(fd, buffer, sizeof buffer);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		for (ssize_t i = 0; i < n; i++) {
			if (buffer[i] == '\n') {
				ended = true;
				continue;
			}
			length = ended ? 0 : length;
			ended = false;
			if (length + 1 < sizeof last)
				last[length++] = buffer[i];
		}
	}
	return arena_printf(arena, "%.*s", (int)length, last);
}

static struct answer answer_of(struct arena *arena, int status, const char *line) {
	if (WIFSIGNALED(status))
		return (struct answer){arena_printf(arena, "ERROR (SIG%s)", sigabbrev_np(WTERMSIG(status))),
		                       .crashed = true};
	switch (WEXITSTATUS(status)) {
	case EXIT_SAFE:
	case EXIT_UNSAFE:
	case EXIT_UNKNOWN: return (struct answer){.verdict = line};
	case EXIT_BUG: return (struct answer){"ERROR (bug of cbmc-mt)", .crashed = true};
	case EXIT_INPUT:
		return (struct answer){"ERROR (cannot be read or does not compile)", .failed = true};
	default:
		return (struct answer){arena_printf(arena, "ERROR (exit code %d)", WEXITSTATUS(status)),
		                       .failed = true};
	}
}

static struct answer ask(const struct sets *s, const char *task, const char *property) {
	int pipes[2], status;
	if (pipe2(pipes, O_CLOEXEC))
		fatal(EXIT_USAGE, NO_LOC, "no pipe: %s", strerror(errno));
	pid_t pid = start(s, task, property, pipes[1]);
	child = (sig_atomic_t)pid;
	close(pipes[1]);
	const char *line = read_last_line(s->o->arena, pipes[0]);
	close(pipes[0]);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			fatal(EXIT_USAGE, NO_LOC, "lost a process: %s", strerror(errno));
	child = 0;
	return answer_of(s->o->arena, status, line);
}

/* --- Tasks. --- */

static const char *count(struct sets *s, const struct answer *a, const char *expected) {
	if (a->crashed || a->failed) {
		s->failed++;
		s->crashed |= a->crashed;
	} else if (!strcmp(a->verdict, "unknown") || !strncmp(a->verdict, "VERIFICATION UNKNOWN", 20))
		s->unknown++;
	else if (!expected)
		s->other++;
	else if (svcomp_agrees(a->verdict, expected))
		s->right++;
	else {
		s->wrong++;
		return ": WRONG";
	}
	return "";
}

/* 'called': which of several properties; or NULL. */
static void run_one(struct sets *s, const char *file, const char *called, const char *property,
                    const char *expected) {
	struct answer a = ask(s, file, property);
	const char *mark = count(s, &a, expected);
	printf("%s%s%s: %s (expected %s)%s\n", file, called ? ": " : "", called ? called : "",
	       a.verdict, expected ? expected : "nothing", mark);
	fflush(stdout);
}

static bool is_supported(const struct sets *s, const char *path) {
	struct svcomp parsed;
	const char *text = file_text(s->o->arena, path), *error;
	if (!text || !svcomp_parse(&parsed, s->o->arena, text, &error))
		return false;
	svcomp_free(&parsed);
	return true;
}

/* With --property, only tasks that list it are run; without, each of their properties that we know.
 */
static void run_task(struct sets *s, const char *file) {
	struct task task;
	struct task_error wrong;
	if (!task_read(&task, s->o->arena, file, &wrong)) {
		diag_error(wrong.loc, "%s", wrong.text);
		printf("%s: ERROR (no task definition)\n", file);
		s->failed++;
		return;
	}
	if (s->property) {
		const struct task_property *p = task_find(&task, s->o->arena, s->property);
		if (p)
			run_one(s, file, NULL, NULL, p->expected);
	} else if (!task.property.n)
		run_one(s, file, NULL, NULL, NULL);
	for (size_t i = 0; i < task.property.n && !s->property && !stop_signal; i++) {
		const struct task_property *p = &task.property.at[i];
		if (is_supported(s, p->path))
			run_one(s, file, task.property.n > 1 ? p->name : NULL, p->path, p->expected);
	}
	task_free(&task);
}

static void run_file(struct sets *s, const char *file) {
	if (stop_signal)
		return;
	if (task_is_file(file))
		run_task(s, file);
	else if (is_set(file)) {
		diag_error(NO_LOC, "%s: a set in a set", file);
		s->failed++;
	} else
		run_one(s, file, NULL, NULL, NULL);
}

static void run_pattern(struct sets *s, const char *set, uint32_t line, const char *pattern) {
	int dir = *pattern == '/' ? 0 : (int)path_base_at(set);
	glob_t found;
	size_t n = glob(arena_printf(s->o->arena, "%.*s%s", dir, set, pattern), 0, NULL, &found)
	               ? 0
	               : found.gl_pathc;
	if (!n)
		diag_warn((struct loc){intern(set), line, 1}, "no file matches %s", pattern);
	for (size_t i = 0; i < n; i++)
		run_file(s, found.gl_pathv[i]);
	globfree(&found);
}

static void run_set(struct sets *s, const char *path) {
	char *text = file_text(s->o->arena, path), *rest = text;
	if (!text)
		fatal(EXIT_INPUT, NO_LOC, "cannot open '%s': %s", path, strerror(errno));
	uint32_t number = 0;
	while (rest && !stop_signal) {
		char *line = strsep(&rest, "\n");
		number++;
		line += strspn(line, " \t");
		for (size_t n = strlen(line); n && strchr(" \t\r", line[n - 1]); n--)
			line[n - 1] = 0;
		if (*line && *line != '#')
			run_pattern(s, path, number, line);
	}
}

/* --- All of it. --- */

static const char *property_file(const struct options *o) {
	for (size_t i = 0; i < o->property.n; i++)
		if (!access(o->property.at[i], R_OK))
			return o->property.at[i];
	return NULL;
}

static void check_command(const struct options *o, int argc, char **argv) {
	size_t sets = 0, named = 0;
	for (size_t i = 0; i < o->file.n; i++) {
		sets += is_set(o->file.at[i]);
		if (!is_set(o->file.at[i]))
			fatal(EXIT_USAGE, NO_LOC, "%s: with a set of tasks, no other input", o->file.at[i]);
	}
	for (int i = 1; i < argc; i++)
		named += is_set(argv[i]);
	if (named != sets)
		fatal(EXIT_USAGE, NO_LOC, "sets of tasks belong on the command line, not into @FILE");
	if (outputs_wanted(o))
		fatal(EXIT_USAGE, NO_LOC, "--%s is for one task; cbmc-mt-batch keeps the results of many",
		      outputs_wanted(o));
}

static void print_summary(const struct sets *s) {
	unsigned n = s->right + s->wrong + s->unknown + s->failed + s->other;
	printf("%u run%s: %u right, %u wrong, %u unknown, %u errors", n, n == 1 ? "" : "s", s->right,
	       s->wrong, s->unknown, s->failed);
	if (s->other)
		printf(", %u with nothing to compare", s->other);
	printf("%s\n", stop_signal ? " (interrupted)" : "");
	fflush(stdout);
}

int sets_run(const struct options *o, int argc, char **argv) {
	struct sets s = {.o = o, .argc = argc, .argv = argv, .property = property_file(o)};
	check_command(o, argc, argv);
	struct sigaction action = {.sa_handler = on_signal};
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &action, NULL);
	for (size_t i = 0; i < o->file.n; i++)
		run_set(&s, o->file.at[i]);
	print_summary(&s);
	if (s.crashed)
		return EXIT_BUG;
	if (s.wrong)
		return EXIT_UNSAFE;
	return s.unknown || s.failed || stop_signal ? EXIT_UNKNOWN : EXIT_SAFE;
}
