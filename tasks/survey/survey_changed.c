#include "tasks/survey/survey_changed.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/text/diag.h"

struct lines {
	char path[PATH_MAX]; /* absolute */
	uint32_t first, last;
};

typedef VEC(struct lines) line_list;

static FILE *start_git(const char *commit, pid_t *pid) {
	int pipes[2];
	if (pipe(pipes))
		fatal(EXIT_USAGE, NO_LOC, "no pipe: %s", strerror(errno));
	fflush(NULL);
	*pid = fork();
	if (*pid < 0)
		fatal(EXIT_USAGE, NO_LOC, "cannot start git: %s", strerror(errno));
	if (!*pid) {
		dup2(pipes[1], STDOUT_FILENO);
		close(pipes[0]);
		close(pipes[1]);
		execlp("git", "git", "-c", "core.quotePath=false", "diff", "--no-ext-diff", "--no-color",
		       "--no-renames", "--unified=0", "--src-prefix=a/", "--dst-prefix=b/", "--no-relative",
		       *commit ? commit : "HEAD", "--", (char *)NULL);
		fputs("cbmc-mt: error: there is no git\n", stderr);
		_exit(127);
	}
	close(pipes[1]);
	return fdopen(pipes[0], "r");
}

static void find_root(char root[PATH_MAX]) {
	FILE *f = popen("git rev-parse --show-toplevel 2>/dev/null", "r");
	bool good = f && fgets(root, PATH_MAX, f);
	if (f && pclose(f))
		good = false;
	if (!good)
		fatal(EXIT_USAGE, NO_LOC, "--changed: this is no work tree of git");
	root[strcspn(root, "\n")] = 0;
}

/* The lines that are new, or beside which lines were removed. */
static void read_diff(FILE *in, const char *root, line_list *to) {
	char *line = NULL, path[PATH_MAX] = "";
	size_t cap = 0;
	while (getline(&line, &cap, in) > 0) {
		line[strcspn(line, "\n")] = 0;
		unsigned first, n = 1;
		if (!strncmp(line, "+++ ", 4)) {
			path[0] = 0;
			if (!strncmp(line + 4, "b/", 2))
				snprintf(path, sizeof path, "%.*s/%.*s", PATH_MAX / 2, root, PATH_MAX / 2 - 2,
				         line + 6);
		} else if (*path && !strncmp(line, "@@ ", 3)) {
			const char *plus = strstr(line, " +");
			if (!plus || sscanf(plus, " +%u,%u", &first, &n) < 1)
				continue;
			struct lines l = {.first = first, .last = n ? first + n - 1 : first + 1};
			if (!realpath(path, l.path))
				continue;
			vec_push(to, l);
		}
	}
	free(line);
}

bool *survey_changed(const struct survey_graph *g, const char *commit) {
	if (*commit == '-')
		fatal(EXIT_USAGE, NO_LOC, "--changed: '%s' is no commit", commit);
	char root[PATH_MAX], path[PATH_MAX];
	line_list lines = {0};
	pid_t pid;
	int status = 0;
	find_root(root);
	FILE *in = start_git(commit, &pid);
	if (!in)
		mem_exhausted();
	read_diff(in, root, &lines);
	fclose(in);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	if (status)
		fatal(EXIT_USAGE, NO_LOC, "--changed: git cannot compare with '%s'",
		      *commit ? commit : "HEAD");
	bool *touched = mem_alloc(g->node.n + 1);
	VEC(uint32_t) todo = {0};
	for (uint32_t i = 0; i < g->node.n; i++) {
		const struct survey_node *n = g->node.at[i];
		if (!realpath(n->loc.file, path))
			continue;
		for (size_t k = 0; k < lines.n && !touched[i]; k++)
			touched[i] = !strcmp(lines.at[k].path, path) && lines.at[k].first <= n->last &&
			             lines.at[k].last >= n->loc.line;
		if (touched[i])
			vec_push(&todo, i);
	}
	while (todo.n) {
		const struct survey_node *n = g->node.at[vec_pop(&todo)];
		for (size_t i = 0; i < n->users.n; i++)
			if (!touched[n->users.at[i]]) {
				touched[n->users.at[i]] = true;
				vec_push(&todo, n->users.at[i]);
			}
	}
	vec_free(&todo);
	vec_free(&lines);
	return touched;
}
