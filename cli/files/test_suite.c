#include "cli/files/test_suite.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/run_json.h"
#include "util/text/diag.h"
#include "util/text/path.h"

static _Noreturn void fail(const char *file) {
	fatal(EXIT_INPUT, (struct loc){file, 0, 0}, "--cover: %s", strerror(errno));
}

static const char *path_in(const struct test_suite *s, uint32_t number) {
	return arena_printf(s->arena, "%s/%04u.json", s->folder, number);
}

/* The number of "0012.json"; 0: it is no name of a test. */
static uint32_t number_of(const char *name) {
	size_t digits = strspn(name, "0123456789");
	return digits >= 4 && digits < 10 && !strcmp(name + digits, ".json")
	           ? (uint32_t)strtoul(name, NULL, 10)
	           : 0;
}

static void add_known(struct test_suite *s, uint32_t number) {
	const char *file = path_in(s, number);
	uint64_t path;
	switch (test_file_match(file, s->about.hash, &path)) {
	case TEST_SAME: cover_know(&s->cover, path); break;
	case TEST_OTHER:
		fatal(EXIT_INPUT, (struct loc){file, 1, 1},
		      "--cover: this test is of another program, or of this one with other checks; remove "
		      "the tests of the folder, or name another one");
	case TEST_NONE: break; /* whatever it is, it stays */
	}
	if (number > s->last)
		s->last = number;
}

/* A test on its way: ".new-HOST-PID"; processes of several machines may share the folder. */
static const char *temporary_of(const struct test_suite *s, long pid) {
	char host[256] = "";
	gethostname(host, sizeof host - 1);
	return arena_printf(s->arena, "%s/.new-%s-%ld", s->folder, host, pid);
}

/* What a process of this machine has left that was killed. */
static void remove_leftover(const struct test_suite *s, const char *name) {
	const char *dash = strrchr(name, '-');
	long pid = dash && !strncmp(name, ".new-", 5) ? strtol(dash + 1, NULL, 10) : 0;
	const char *file = arena_printf(s->arena, "%s/%s", s->folder, name);
	if (pid > 0 && !strcmp(file, temporary_of(s, pid)) && kill((pid_t)pid, 0) && errno == ESRCH)
		unlink(file);
}

static void remove_leftovers(const struct test_suite *s) {
	DIR *dir = opendir(s->folder);
	for (struct dirent *e; dir && (e = readdir(dir));)
		remove_leftover(s, e->d_name);
	if (dir)
		closedir(dir);
}

static void find_known(void *owner) {
	struct test_suite *s = owner;
	DIR *dir = opendir(s->folder);
	if (!dir)
		fail(s->folder);
	VEC(uint32_t) found = {0};
	for (struct dirent *e; (e = readdir(dir));)
		if (number_of(e->d_name))
			vec_push(&found, number_of(e->d_name));
	closedir(dir);
	size_t n = found.n;
	const uint32_t *numbers = n ? arena_copy(s->arena, found.at, n * sizeof *found.at) : NULL;
	vec_free(&found); /* add_known may end the program */
	for (size_t i = 0; i < n; i++)
		add_known(s, numbers[i]);
}

/* The file appears under the next name that is free. */
static void write_test(void *owner, const struct run_trace *t, uint64_t path) {
	struct test_suite *s = owner;
	const char *temporary = temporary_of(s, getpid());
	FILE *out = fopen(temporary, "we");
	if (!out)
		fail(temporary);
	test_file_write(out, &s->about, t, path);
	bool failed = ferror(out);
	if (fclose(out) || failed)
		fail(temporary);
	for (;;) {
		const char *name = path_in(s, ++s->last);
		s->cover.last = name;
		if (!link(temporary, name))
			break;
		if (errno != EEXIST)
			fail(name);
	}
	unlink(temporary);
}

void test_suite_open(struct test_suite *s, const char *folder, const char *command,
                     const struct goto_prog *prog, struct arena *arena) {
	*s = (struct test_suite){.about = {prog, run_json_hash(prog), command},
	                         .folder = folder,
	                         .arena = arena,
	                         .cover = {.write = write_test, .refresh = find_known}};
	s->cover.owner = s;
	if (!path_make_folder(folder))
		fail(folder);
	remove_leftovers(s);
	find_known(s);
	if (access(folder, W_OK | X_OK))
		fail(folder);
}

void test_suite_close(struct test_suite *s) {
	uint32_t n = s->cover.paths;
	if (!s->cover.only_violations)
		diag_note(NO_LOC, "--cover: %u new test%s in %s", n, n == 1 ? "" : "s", s->folder);
	remove_leftovers(s);
	cover_free(&s->cover);
}
