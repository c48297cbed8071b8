#include "cli/test_suite.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/run_json.h"
#include "util/diag.h"

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

static void find_known(struct test_suite *s) {
	DIR *dir = opendir(s->folder);
	if (!dir)
		fail(s->folder);
	for (struct dirent *e; (e = readdir(dir));) {
		uint32_t number = number_of(e->d_name);
		if (number)
			add_known(s, number);
	}
	closedir(dir);
}

/* The file appears under the next name that is free. */
static void write_test(void *owner, const struct run_trace *t, uint64_t path) {
	struct test_suite *s = owner;
	const char *temporary = arena_printf(s->arena, "%s/.new-%d", s->folder, (int)getpid());
	FILE *out = fopen(temporary, "we");
	if (!out)
		fail(temporary);
	test_file_write(out, &s->about, t, path);
	if (ferror(out) | fclose(out))
		fail(temporary);
	for (;;) {
		const char *name = path_in(s, ++s->last);
		if (!link(temporary, name))
			break;
		if (errno != EEXIST)
			fail(name);
	}
	unlink(temporary);
	s->written++;
}

void test_suite_open(struct test_suite *s, const char *folder, const char *command,
                     const struct goto_prog *prog, struct arena *arena) {
	*s = (struct test_suite){.about = {prog, run_json_hash(prog), command},
	                         .folder = folder,
	                         .arena = arena,
	                         .cover = {.write = write_test}};
	s->cover.owner = s;
	if (mkdir(folder, 0777) && errno != EEXIST)
		fail(folder);
	find_known(s);
	if (access(folder, W_OK | X_OK))
		fail(folder);
}

void test_suite_close(struct test_suite *s) {
	diag_note(NO_LOC, "--cover: %u new test%s in %s", s->written, s->written == 1 ? "" : "s",
	          s->folder);
	cover_free(&s->cover);
}
