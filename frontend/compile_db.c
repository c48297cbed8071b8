/* libclang invents a command for a file that is not listed, by analogy; so we go through all
 * commands and compare files ourselves.  It reads both "command" and "arguments", and replaces
 * response files by what they hold. */
#include "frontend/compile_db.h"

#include <clang-c/CXCompilationDatabase.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/intern.h"

static const char *interned(CXString s) {
	const char *text = clang_getCString(s);
	const char *result = intern(text ? text : "");
	clang_disposeString(s);
	return result;
}

static const char *joined(const char *dir, const char *file) {
	return *file == '/' || !dir ? file : intern_printf("%s/%s", dir, file);
}

/* An absolute path without links where the file exists, else the best we have. */
static const char *resolved(const char *dir, const char *file) {
	const char *path = joined(dir, file);
	char *real = realpath(path, NULL);
	const char *result = intern(real ? real : path);
	free(real);
	return result;
}

/* As the user would type it: relative when it is below the working directory. */
static const char *shortened(const char *file) {
	char *cwd = getcwd(NULL, 0);
	size_t n = cwd ? strlen(cwd) : 0;
	const char *result = file;
	if (n && !strncmp(file, cwd, n) && file[n] == '/')
		result = intern(file + n + 1);
	free(cwd);
	return result;
}

static bool has_suffix(const char *file, const char *suffix) {
	size_t n = strlen(file), k = strlen(suffix);
	return n > k && !strcmp(file + n - k, suffix);
}

/* --- Flags. --- */

/* Flags about what the compiler should write, not about what the program means; optimisation only
 * turns on library headers' own inline versions. */
static bool is_output_flag(const char *flag, bool *takes_argument) {
	static const char *const with_argument[] = {"-o",  "-MF",      "-MT",         "-MQ",
	                                            "-MJ", "-Xlinker", "-include-pch"};
	static const char *const prefix[] = {"-M", "-O",          "-o",   "-Wl,", "-g",
	                                     "-l", "-save-temps", "-fPI", "-fpi", "-L"};
	static const char *const whole[] = {"-c", "-S", "-E", "-pipe", "-v"};
	*takes_argument = false;
	for (size_t i = 0; i < sizeof with_argument / sizeof *with_argument; i++)
		if (!strcmp(flag, with_argument[i]))
			return *takes_argument = true;
	for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
		if (!strncmp(flag, prefix[i], strlen(prefix[i])))
			return true;
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (!strcmp(flag, whole[i]))
			return true;
	return false;
}

/* The flag whose value is a path, in one word or two; NULL: it is none. */
static const char *path_flag(const char *flag) {
	static const char *const known[] = {"-isystem",  "-include",   "-idirafter",
	                                    "-isysroot", "-iquote",    "-imacros",
	                                    "-iprefix",  "--sysroot=", "-I"};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strncmp(flag, known[i], strlen(known[i])))
			return known[i];
	return NULL;
}

/* -include looks in the folders of -I as well, so only a file that is there is meant. */
static const char *path_value(const char *flag, const char *dir, const char *value) {
	bool searched = !strcmp(flag, "-include") || !strcmp(flag, "-imacros");
	const char *path = joined(dir, value);
	return searched && access(path, R_OK) ? value : path;
}

/* The target that an object file of CMake is for: "CMakeFiles/app.dir/src/a.c.o". */
static const char *target_of(const char *object) {
	const char *from = strstr(object, "CMakeFiles/");
	const char *to = from ? strstr(from, ".dir/") : NULL;
	if (!to)
		return NULL;
	from += strlen("CMakeFiles/");
	return intern_n(from, (size_t)(to - from));
}

struct words {
	VEC(const char *) at;
};

static void take_flags(struct compiled *c, const char *dir, const struct words *word) {
	for (size_t i = 1; i < word->at.n; i++) { /* 0 is the compiler */
		const char *arg = word->at.at[i], *next = i + 1 < word->at.n ? word->at.at[i + 1] : NULL;
		bool takes_argument;
		if (is_output_flag(arg, &takes_argument)) {
			const char *object = takes_argument ? next : arg + 2;
			const char *target = !strncmp(arg, "-o", 2) && object ? target_of(object) : NULL;
			if (target)
				vec_push(&c->target, target);
			i += takes_argument;
			continue;
		}
		const char *path = path_flag(arg);
		if (path && (arg[strlen(path)] || next)) {
			const char *value = arg[strlen(path)] ? arg + strlen(path) : word->at.at[++i];
			if (path[1] == '-')
				vec_push(&c->flags.flag, intern_printf("%s%s", path, joined(dir, value)));
			else {
				vec_push(&c->flags.flag, path);
				vec_push(&c->flags.flag, path_value(path, dir, value));
			}
			continue;
		}
		if (!strcmp(arg, "--") || (*arg != '-' && resolved(dir, arg) == c->file))
			continue;
		vec_push(&c->flags.flag, arg);
	}
}

/* --- Entries. --- */

static bool is_warning(const char *flag) {
	return (!strncmp(flag, "-W", 2) && strncmp(flag, "-Wp,", 4) != 0) || !strcmp(flag, "-w") ||
	       !strncmp(flag, "-pedantic", 9);
}

/* The flag at or after i that is not about warnings; NULL: no more. */
static const char *next_flag(const struct compiled *c, size_t *i) {
	while (*i < c->flags.flag.n && is_warning(c->flags.flag.at[*i]))
		++*i;
	return *i < c->flags.flag.n ? c->flags.flag.at[(*i)++] : NULL;
}

static bool same_flags(const struct compiled *a, const struct compiled *b) {
	const char *x, *y;
	size_t i = 0, k = 0;
	do {
		x = next_flag(a, &i);
		y = next_flag(b, &k);
	} while (x && x == y);
	return x == y;
}

static void free_compiled(struct compiled *c) {
	vec_free(&c->flags.flag);
	vec_free(&c->target);
}

/* One more command; one for the same file and flags becomes the same. */
static void add_c(struct compile_db *d, struct compiled new) {
	for (size_t i = 0; i < d->c.n; i++) {
		struct compiled *old = &d->c.at[i];
		if (old->file != new.file || !same_flags(old, &new))
			continue;
		for (size_t k = 0; k < new.target.n; k++)
			if (!compiled_is_for(old, new.target.at[k]))
				vec_push(&old->target, new.target.at[k]);
		free_compiled(&new);
		return;
	}
	vec_push(&d->c, new);
}

static void add_other(struct compile_db *d, const char *file) {
	for (size_t i = 0; i < d->other.n; i++)
		if (d->other.at[i] == file)
			return;
	vec_push(&d->other, file);
}

/* A relative directory is meant from where the file with the commands is, or from here. */
static const char *directory_of(CXCompileCommand command, const char *db_dir, const char *file) {
	const char *dir = interned(clang_CompileCommand_getDirectory(command));
	if (*dir == '/')
		return dir;
	const char *there = joined(db_dir, dir);
	const char *from = access(joined(there, file), R_OK) ? dir : there;
	return resolved(NULL, from);
}

static void add_command(struct compile_db *d, CXCompileCommand command, const char *db_dir) {
	const char *name = interned(clang_CompileCommand_getFilename(command));
	const char *dir = directory_of(command, db_dir, name);
	struct compiled new = {.file = resolved(dir, name)};
	new.shown = shortened(new.file);
	if (!has_suffix(name, ".c") && !has_suffix(name, ".i")) {
		add_other(d, new.shown);
		return;
	}
	struct words word = {0};
	for (unsigned i = 0; i < clang_CompileCommand_getNumArgs(command); i++)
		vec_push(&word.at, interned(clang_CompileCommand_getArg(command, i)));
	take_flags(&new, dir, &word);
	vec_free(&word.at);
	add_c(d, new);
}

struct compile_db *compile_db_open(const char *dir) {
	CXCompilationDatabase_Error error;
	struct compile_db *d = mem_alloc(sizeof *d);
	d->path = intern_printf("%s%scompile_commands.json", dir, has_suffix(dir, "/") ? "" : "/");
	if (access(d->path, R_OK))
		fatal(EXIT_INPUT, NO_LOC, "cannot read '%s'", d->path);
	CXCompilationDatabase db = clang_CompilationDatabase_fromDirectory(dir, &error);
	if (error != CXCompilationDatabase_NoError)
		fatal(EXIT_INPUT, NO_LOC, "'%s' is not a compilation database", d->path);
	CXCompileCommands all = clang_CompilationDatabase_getAllCompileCommands(db);
	for (unsigned i = 0; i < clang_CompileCommands_getSize(all); i++)
		add_command(d, clang_CompileCommands_getCommand(all, i), resolved(NULL, dir));
	clang_CompileCommands_dispose(all);
	clang_CompilationDatabase_dispose(db);
	return d;
}

void compile_db_close(struct compile_db *d) {
	if (!d)
		return;
	for (size_t i = 0; i < d->c.n; i++)
		free_compiled(&d->c.at[i]);
	vec_free(&d->c);
	vec_free(&d->other);
	mem_free(d);
}

/* --- Choices. --- */

bool compiled_is_for(const struct compiled *c, const char *target) {
	for (size_t i = 0; i < c->target.n; i++)
		if (c->target.at[i] == target)
			return true;
	return false;
}

static const char *flags_not_in(const struct compiled *a, const struct compiled *b) {
	const char *list = "";
	for (size_t i = 0; i < a->flags.flag.n; i++) {
		bool found = is_warning(a->flags.flag.at[i]);
		for (size_t k = 0; k < b->flags.flag.n && !found; k++)
			found = a->flags.flag.at[i] == b->flags.flag.at[k];
		if (!found)
			list = intern_printf("%s%s%s", list, *list ? " " : "", a->flags.flag.at[i]);
	}
	return *list ? list : "nothing more";
}

const char *compiled_difference(const struct compiled *a, const struct compiled *b) {
	return intern_printf("%s, or with %s", flags_not_in(a, b), flags_not_in(b, a));
}

/* Is each of the files built for this target? */
static bool all_are_for(const struct compile_db *d, const char *target, const char *const *file,
                        size_t n) {
	for (size_t f = 0; f < n; f++) {
		const char *wanted = resolved(NULL, file[f]);
		bool listed = false, found = false;
		for (size_t i = 0; i < d->c.n && !found; i++) {
			listed |= d->c.at[i].file == wanted;
			found = d->c.at[i].file == wanted && compiled_is_for(&d->c.at[i], target);
		}
		if (listed && !found)
			return false;
	}
	return true;
}

static bool is_common(const struct compile_db *d, const struct compiled *c, const char *const *file,
                      size_t n) {
	for (size_t i = 0; i < c->target.n; i++)
		if (all_are_for(d, c->target.at[i], file, n))
			return true;
	return false;
}

static void choose(const struct compile_db *d, const char *file, const char *const *all, size_t n,
                   const struct compiled **chosen) {
	const char *wanted = resolved(NULL, file);
	const struct compiled *first = NULL, *other = NULL;
	*chosen = NULL;
	bool several = false;
	for (size_t i = 0; i < d->c.n; i++) {
		const struct compiled *c = &d->c.at[i];
		if (c->file != wanted)
			continue;
		if (!first)
			first = c;
		else
			other = c;
		if (!is_common(d, c, all, n))
			continue;
		several |= *chosen != NULL;
		*chosen = c;
	}
	if (other && (several || !*chosen))
		fatal(EXIT_INPUT, NO_LOC,
		      "'%s' lists '%s' more than once, with %s; leave out -p and give the flags by hand",
		      d->path, file, compiled_difference(first, other));
	if (!*chosen)
		*chosen = first;
}

void compile_db_choose(const struct compile_db *d, const char *const *file, size_t n,
                       const struct compiled **chosen) {
	for (size_t i = 0; i < n; i++)
		choose(d, file[i], file, n, &chosen[i]);
}
