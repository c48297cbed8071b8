#include "cli/build.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/record.h"
#include "util/base/intern.h"
#include "util/files/json.h"
#include "util/files/json_read.h"
#include "util/text/diag.h"
#include "util/text/path.h"

#define MARK          "recorded-by"
#define DONE_VARIABLE "CBMC_MT_BUILT"

struct entry { /* of compile_commands.json; all texts interned */
	const char *dir, *file, *object;
	struct words words;
	bool is_new;
};

struct database {
	VEC(struct entry) at;
};

static bool is(const char *a, const char *b) {
	return strcmp(a, b) == 0;
}

static void free_database(struct database *d) {
	for (size_t i = 0; i < d->at.n; i++)
		vec_free(&d->at.at[i].words.at);
	vec_free(&d->at);
}

/* --- From commands to entries. --- */

/* Preprocesses, or asks for the files that are included: whatever it is for, it compiles nothing.
 */
static bool compiles(const struct words *w) {
	for (size_t i = 0; i < w->at.n; i++)
		if (is(w->at.at[i], "-E") || is(w->at.at[i], "-M") || is(w->at.at[i], "-MM"))
			return false;
	return true;
}

static bool is_source(const char *file, const char *language) {
	if (is(file, "-") || !strncmp(file, "/dev/", 5))
		return false;
	if (language && !is(language, "none"))
		return is(language, "c") || is(language, "cpp-output");
	return path_has_suffix(file, ".c") || path_has_suffix(file, ".i");
}

static bool same_words(const struct words *a, const struct words *b) {
	for (size_t i = 0; i < a->at.n && i < b->at.n; i++)
		if (a->at.at[i] != b->at.at[i])
			return false;
	return a->at.n == b->at.n;
}

static bool same_output(const struct entry *a, const struct entry *b) {
	return a->dir == b->dir && a->file == b->file && a->object == b->object;
}

/* A file that is compiled again is compiled as this build says, not as an earlier one. */
static void forget(struct database *d, const char *dir, const char *file) {
	size_t n = 0;
	for (size_t i = 0; i < d->at.n; i++) {
		struct entry *e = &d->at.at[i];
		if (!e->is_new && e->dir == dir && e->file == file)
			vec_free(&e->words.at);
		else
			d->at.at[n++] = *e;
	}
	d->at.n = n;
}

static void add(struct database *d, struct entry new) {
	forget(d, new.dir, new.file);
	for (size_t i = 0; i < d->at.n; i++) {
		struct entry *old = &d->at.at[i];
		if (!same_output(old, &new) || !same_words(&old->words, &new.words))
			continue;
		vec_free(&new.words.at);
		return;
	}
	vec_push(&d->at, new);
}

/* The words without the other files: they have entries of their own. */
static struct words words_for(const struct words *all, const struct words *other,
                              const char *file) {
	struct words w = {0};
	for (size_t i = 0; i < all->at.n; i++) {
		bool skip = false;
		for (size_t k = 0; k < other->at.n && !skip; k++)
			skip = other->at.at[k] == all->at.at[i] && all->at.at[i] != file;
		if (!skip)
			vec_push(&w.at, all->at.at[i]);
	}
	return w;
}

/* What CMake and Meson compile to learn about the compiler; ./configure removes its own. */
static bool is_probe(const char *path) {
	static const char *const part[] = {"/CompilerIdC/", "/CMakeCCompilerABI.c", "/CMakeScratch/",
	                                   "/CMakeTmp/",    "/meson-private/",      "/conftest.c"};
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		if (strstr(path, part[i]))
			return true;
	return false;
}

static void add_recorded(struct database *d, const struct recorded *r) {
	struct command what;
	if (!compiles(&r->words))
		return;
	command_read(&r->words, r->dir, &what);
	for (size_t i = 0; i < what.other.at.n; i++) {
		const char *file = what.other.at.at[i];
		if (!is_source(file, what.language))
			continue;
		const char *path = path_join(r->dir, file);
		if (access(path, R_OK) || is_probe(path))
			continue;
		add(d, (struct entry){.dir = r->dir,
		                      .file = file,
		                      .object = what.object,
		                      .words = words_for(&r->words, &what.other, file),
		                      .is_new = true});
	}
	command_free(&what);
}

/* --- The file. --- */

static char *read_file(const char *path, size_t *n) {
	FILE *f = fopen(path, "re");
	VEC(char) text = {0};
	if (!f)
		return NULL;
	for (int c; (c = getc(f)) != EOF;)
		vec_push(&text, (char)c);
	fclose(f);
	*n = text.n;
	vec_push(&text, 0);
	return text.at;
}

/* Entries of an earlier build, if all of them are ours. */
static bool read_earlier(struct database *d, const struct json_value *list) {
	if (!list || list->kind != JSON_ARRAY)
		return false;
	for (const struct json_value *v = list->first; v; v = v->next) {
		const char *dir = json_text(json_get(v, "directory")),
		           *file = json_text(json_get(v, "file"));
		const char *object = json_text(json_get(v, "output"));
		const struct json_value *args = json_get(v, "arguments");
		if (!json_text(json_get(v, MARK)) || !dir || !file || !args)
			return false;
		struct entry e = {.dir = intern(dir), .file = intern(file)};
		e.object = object ? intern(object) : NULL;
		for (const struct json_value *a = args->first; a; a = a->next)
			vec_push(&e.words.at, intern(json_text(a) ? json_text(a) : ""));
		if (access(path_join(dir, file), R_OK))
			vec_free(&e.words.at);
		else
			vec_push(&d->at, e);
	}
	return true;
}

/* Whatever else is there was made with care, or by another tool. */
static void take_earlier(struct database *d, const char *path) {
	size_t n;
	char *text = read_file(path, &n);
	if (!text) {
		if (errno != ENOENT)
			fatal(EXIT_USAGE, NO_LOC, "cannot read '%s': %s", path, strerror(errno));
		return;
	}
	struct arena *arena = arena_open();
	struct json_error wrong;
	bool ours = n == 0 || read_earlier(d, json_read(arena, text, n, &wrong));
	arena_close(arena);
	mem_free(text);
	if (!ours)
		fatal(
		    EXIT_USAGE, NO_LOC,
		    "'%s' is there, and not from an earlier --build; leave out --build to use it, or name "
		    "another folder with -p",
		    path);
}

static void write_database(const struct database *d, const char *path) {
	const char *temp = intern_printf("%s.new", path);
	FILE *f = fopen(temp, "we");
	if (!f)
		fatal(EXIT_USAGE, NO_LOC, "cannot write '%s': %s", temp, strerror(errno));
	struct json j;
	json_init(&j, f, 2);
	json_array(&j);
	for (size_t i = 0; i < d->at.n; i++) {
		const struct entry *e = &d->at.at[i];
		json_object(&j);
		json_put(&j, "directory", e->dir);
		json_put(&j, "file", e->file);
		json_put_given(&j, "output", e->object);
		json_put_array(&j, "arguments");
		for (size_t k = 0; k < e->words.at.n; k++)
			json_string(&j, e->words.at.at[k]);
		json_close(&j);
		json_put(&j, MARK, "cbmc-mt");
		json_close(&j);
	}
	json_close(&j);
	json_finish(&j);
	bool failed = ferror(f);
	failed |= fclose(f) != 0;
	if (failed || rename(temp, path))
		fatal(EXIT_USAGE, NO_LOC, "cannot write '%s': %s", path, strerror(errno));
}

/* --- Both. --- */

static size_t count_new(const struct database *d) {
	size_t n = 0;
	for (size_t i = 0; i < d->at.n; i++)
		n += d->at.at[i].is_new;
	return n;
}

_Noreturn static void nothing_recorded(const char *command, const struct recording *r) {
	if (r->at.n)
		fatal(EXIT_INPUT, NO_LOC, "'%s' called a compiler, but for no C source that is still there",
		      command);
	fatal(
	    EXIT_INPUT, NO_LOC,
	    "'%s' called no C compiler; if everything was built before, clean it first ('make clean', "
	    "or 'make -B'); if it calls one by its path (/usr/bin/gcc), have it call it by its name "
	    "('make CC=gcc')",
	    command);
}

static void check_end(const char *command, int code) {
	if (code < 0)
		fatal(EXIT_INPUT, NO_LOC, "'%s' could not be run: %s", command, strerror(errno));
	if (code >= 128)
		fatal(EXIT_INPUT, NO_LOC, "'%s' was ended by signal %d", command, code - 128);
	if (code)
		fatal(EXIT_INPUT, NO_LOC, "'%s' failed with exit code %d", command, code);
}

void build_project(struct options *o) {
	const char *done = getenv(DONE_VARIABLE);
	const char *dir = o->compile_db ? o->compile_db : o->build_dir ? o->build_dir : ".";
	if (done && is(done, dir)) {
		o->compile_db = dir;
		return;
	}
	const char *path =
	    path_has_suffix(dir, ".json") ? dir : intern_printf("%s/compile_commands.json", dir);
	struct database d = {0};
	struct recording r = {0};
	take_earlier(&d, path);
	int code = record_run(o->build, o->build_dir, &r);
	for (size_t i = 0; i < r.at.n; i++)
		add_recorded(&d, &r.at.at[i]);
	size_t fresh = count_new(&d);
	if (fresh)
		write_database(&d, path);
	check_end(o->build, code);
	if (!d.at.n)
		nothing_recorded(o->build, &r);
	if (fresh)
		diag_note(NO_LOC, "%zu command%s recorded in '%s'", fresh, fresh == 1 ? "" : "s", path);
	else
		diag_note(
		    NO_LOC,
		    "'%s' called no compiler by its name; the commands of an earlier build are taken, "
		    "from '%s'",
		    o->build, path);
	free_database(&d);
	record_free(&r);
	o->compile_db = dir;
	setenv(DONE_VARIABLE, dir, 1);
}
