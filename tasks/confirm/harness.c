#include "tasks/confirm/harness.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files/file.h"
#include "tasks/confirm/harness_files.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/path.h"

#define MARK "build.sh" /* a folder that has it, and a test, is one of ours */

struct folder {
	const struct options *o;
	const char *path, **error;
};

static bool failed(const struct folder *f, const char *path) {
	*f->error = arena_printf(f->o->arena, "cannot write '%s': %s", path, strerror(errno));
	return false;
}

static const char *inside(const char *folder, const char *name) {
	return intern_printf("%s/%s", folder, name);
}

static bool is_there(const char *folder, const char *name) {
	return !access(inside(folder, name), F_OK);
}

/* --- Files. --- */

static bool make_folder(const struct folder *f, const char *path) {
	return path_make_folder(path) || failed(f, path);
}

static bool close_file(const struct folder *f, FILE *out, const char *path) {
	bool is_bad = ferror(out);
	return (!(fclose(out) | is_bad)) || failed(f, path);
}

static bool write_text(const struct folder *f, const char *name, const char *text, size_t n,
                       mode_t mode) {
	const char *path = inside(f->path, name);
	unlink(path);
	FILE *out = fopen(path, "we");
	if (!out)
		return failed(f, path);
	fwrite(text, 1, n, out);
	if (fchmod(fileno(out), mode & 0777))
		errno = 0; /* build.sh can be run by sh, too */
	return close_file(f, out, path);
}

static bool copy_file(const struct folder *f, const char *from, const char *name) {
	struct stat st;
	size_t n;
	const char *text = stat(from, &st) ? NULL : file_bytes(f->o->arena, from, &n);
	if (!text) {
		*f->error = arena_printf(f->o->arena, "cannot read '%s': %s", from, strerror(errno));
		return false;
	}
	return write_text(f, name, text, n, st.st_mode | 0600);
}

/* They go elsewhere. */
static bool is_left_out(const char *name) {
	static const char *const names[] = {".", "..", "folder"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* All files of a folder, and those of the folders in it. */
static bool copy_all(const struct folder *f, const char *from, const char *to) {
	DIR *dir = opendir(from);
	bool ok = dir || failed(f, from);
	for (struct dirent *e; ok && (e = readdir(dir));) {
		struct stat st;
		const char *path = inside(from, intern(e->d_name));
		const char *name = *to ? inside(to, intern(e->d_name)) : intern(e->d_name);
		if (is_left_out(e->d_name) || stat(path, &st))
			continue;
		if (S_ISDIR(st.st_mode))
			ok = make_folder(f, inside(f->path, name)) && copy_all(f, path, name);
		else if (S_ISREG(st.st_mode))
			ok = copy_file(f, path, name);
	}
	if (dir)
		closedir(dir);
	return ok;
}

/* The first of two folders beside the program, as built and as installed, that has the file; NULL:
 * neither. */
static const char *beside_program(const char *built, const char *installed, const char *file) {
	const char *program = path_of_program();
	if (!program)
		return NULL;
	const char *folder = inside(path_folder(program), built);
	if (!is_there(folder, file))
		folder = inside(path_folder(program), installed);
	return is_there(folder, file) ? folder : NULL;
}

static const char *runtime_folder(void) {
	return beside_program("harness", "../share/cbmc-mt/harness", MARK);
}

/* Has one of the sources been changed since the object was made of them? */
static bool is_older(const char *object, const char *sources) {
	struct stat made, st;
	DIR *dir = stat(object, &made) ? NULL : opendir(sources);
	bool older = !dir;
	for (struct dirent *e; dir && (e = readdir(dir));) {
		size_t n = strlen(e->d_name);
		bool is_source = n > 2 && e->d_name[n - 2] == '.' && strchr("ch", e->d_name[n - 1]);
		older |= is_source && !stat(inside(sources, intern(e->d_name)), &st) &&
		         st.st_mtime > made.st_mtime;
	}
	if (dir)
		closedir(dir);
	return older;
}

/* The runtime as build.sh would compile it; what is missing, it does compile. */
static bool copy_ready(const struct folder *f, const char *runtime) {
	static const char *const modes[] = {"plain.o", "asan.o", "tsan.o", "whole.o"};
	bool ok =
	    make_folder(f, inside(f->path, "out")) && make_folder(f, inside(f->path, "out/runtime"));
	const char *ready = beside_program("build/harness", "../lib/cbmc-mt/harness", modes[0]);
	for (size_t i = 0; ok && ready && i < sizeof modes / sizeof *modes; i++) {
		const char *object = inside(ready, modes[i]);
		if (!is_older(object, runtime))
			ok = copy_file(f, object, inside("out/runtime", modes[i]));
	}
	return ok;
}

/* --- How the violation shows. --- */

#define ABORTS "134"
#define STOPS  "86 89 90" /* deadlock, race, misuse: exit codes of the runtime */
#define MEMORY                                                                                     \
	"ERROR: AddressSanitizer:|runtime error: .*(out of bounds|null "                               \
	"pointer|misaligned|insufficient "                                                             \
	"space|offset)"

struct shown {
	const char *class_name, *modes, *codes, *text; /* text: an extended regular expression */
};

/* gcc leaves out checks of variables that -O2 makes, since it inlines more. */
static const struct shown table[] = {
    {"assertion", "plain", ABORTS, ""},
    {"unreach", "plain", ABORTS, ""},
    {"bounds", "asan whole asan:-O2", "", MEMORY},
    {"pointer", "asan whole asan:-O2", "", MEMORY},
    {"double-free", "asan whole asan:-O2", "", MEMORY},
    {"invalid-free", "asan whole asan:-O2", "", MEMORY},
    {"leak", "asan", "", "LeakSanitizer: detected memory leaks"},
    {"division-by-zero", "asan", "", "runtime error: .*division|ERROR: AddressSanitizer: FPE"},
    {"overflow", "asan", "", "runtime error: .*(overflow|cannot be represented)"},
    {"unsigned-overflow", "asan", "", "runtime error: unsigned integer overflow"},
    {"shift", "asan", "", "runtime error: .*shift"},
    {"conversion", "asan", "", "runtime error: (implicit conversion|.* outside the range)"},
    {"bit-count", "asan", "", "runtime error: passing zero"},
    {"alignment", "asan", "", "runtime error: .*misaligned"},
    {"linearizability", "plain", "92", ""}, /* the runtime: the calls return what the test says */
};

static const struct shown *find_shown(const struct property_result *p) {
	static const struct shown other = {"", "plain", ABORTS " " STOPS, ""};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (p->class_name && !strcmp(table[i].class_name, p->class_name))
			return &table[i];
	return &other;
}

/* Without what a shell would take for the end of a quoted word. */
static const char *unquoted(struct arena *arena, const char *text) {
	char *copy = arena_printf(arena, "%s", text);
	for (char *at = copy; *at; at++)
		if (*at == '\'')
			*at = '"';
		else if ((unsigned char)*at < ' ')
			*at = ' ';
	return copy;
}

static bool write_shown(const struct folder *f, const struct property_result *p) {
	const struct shown *s = find_shown(p);
	const char *place =
	    p->loc.file ? arena_printf(f->o->arena, " at %s:%u", p->loc.file, p->loc.line) : "";
	const char *text = arena_printf(
	    f->o->arena, "what='%s%s'\nclass='%s'\nmodes='%s'\ncodes='%s'\ntext='%s'\n",
	    unquoted(f->o->arena, p->text ? p->text : ""), unquoted(f->o->arena, place),
	    unquoted(f->o->arena, p->class_name ? p->class_name : ""), s->modes, s->codes, s->text);
	return write_text(f, "shows", text, strlen(text), 0666);
}

/* --- The folder. --- */

static bool write_client(const struct folder *f, const struct config *config) {
	const char *text, *name = harness_client(config, &text);
	return !name || write_text(f, name, text, strlen(text), 0666);
}

static bool write_files(const struct folder *f, const struct config *config) {
	const char *path = inside(f->path, "files"), *compiler;
	FILE *out = fopen(path, "we");
	if (!out)
		return failed(f, path);
	bool ok = harness_files(out, f->o, config, f->path, &compiler, f->error);
	if (!close_file(f, out, path) || !ok)
		return false;
	path = inside(f->path, "libraries");
	out = fopen(path, "we");
	if (!out)
		return failed(f, path);
	harness_libraries(out, f->o);
	if (!close_file(f, out, path))
		return false;
	unlink(inside(f->path, "compiler"));
	return !compiler || write_text(f, "compiler", compiler, strlen(compiler), 0666);
}

/* Nothing there, or one of an earlier run? */
static bool may_be_used(const struct folder *f) {
	struct stat st;
	if (stat(f->path, &st))
		return make_folder(f, f->path);
	DIR *dir = opendir(f->path);
	bool is_empty = true;
	if (!dir)
		return failed(f, f->path);
	for (struct dirent *e; (e = readdir(dir));)
		is_empty &= *e->d_name == '.';
	closedir(dir);
	if (is_empty || (is_there(f->path, MARK) && is_there(f->path, "test.json")))
		return true;
	*f->error = arena_printf(
	    f->o->arena, "'%s' has other files; name a folder that is not there, or empty", f->path);
	return false;
}

static const char *error_of_start(const struct config *c) {
	if (c->fe.nthreads || c->fe.init || c->fe.final)
		return "the program does not start in main (--thread)";
	if (c->fe.enforce)
		return "the program does not start in main (--enforce-contract)";
	if (c->fe.entry && strcmp(c->fe.entry, "main") != 0)
		return "the program does not start in main (--function)";
	return NULL;
}

bool harness_write(const struct options *o, const struct config *config,
                   const struct property_result *p, const char *folder, const char **error) {
	struct folder f = {o, folder, error};
	const char *runtime = runtime_folder();
	*error = !p->test ? "there is no run of the counterexample" : error_of_start(config);
	if (!*error && !runtime)
		*error = "the folder 'harness' is not installed beside cbmc-mt";
	return !*error && may_be_used(&f) && make_folder(&f, inside(folder, "harness")) &&
	       copy_all(&f, inside(runtime, "folder"), "") && copy_all(&f, runtime, "harness") &&
	       copy_ready(&f, runtime) && copy_file(&f, inside(runtime, MARK), MARK) &&
	       write_client(&f, config) && write_files(&f, config) && write_shown(&f, p) &&
	       copy_file(&f, p->test, "test.json");
}

static bool is_kept(const struct property_result *p) {
	return p->status == PROPERTY_VIOLATED && p->cex;
}

void harness_keep(const struct options *o, const struct config *config, struct result *result) {
	size_t n = 0;
	for (size_t i = 0; i < result->property.n; i++)
		n += is_kept(&result->property.at[i]);
	if (!n)
		diag_note(NO_LOC, "--harness: no violation, so nothing is written");
	for (size_t i = 0; i < result->property.n; i++) {
		struct property_result *p = &result->property.at[i];
		const char *folder = o->harness, *error = NULL;
		struct folder all = {o, folder, &error};
		if (!is_kept(p))
			continue;
		if (n > 1) {
			folder = inside(o->harness, p->id);
			if (!make_folder(&all, o->harness)) {
				diag_error(NO_LOC, "--harness: %s", error);
				return;
			}
		}
		if (harness_write(o, config, p, folder, &error)) {
			p->harness = folder;
			diag_note(NO_LOC, "--harness: %s: cd %s && make run, debug, asan, tsan or test", p->id,
			          folder);
		} else
			diag_warn(NO_LOC, "--harness: %s: %s", p->id, error);
	}
}
