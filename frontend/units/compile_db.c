/* libclang has a reader of its own, but that says neither where a file is wrong nor which response
 * file is missing, and it invents a command for a file that is not listed. */
#include "frontend/units/compile_db.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frontend/source/command.h"
#include "frontend/source/inputs.h"
#include "util/base/intern.h"
#include "util/files/json_read.h"
#include "util/text/diag.h"
#include "util/text/path.h"

/* An absolute path without links where the file exists, else the best we have. */
static const char *resolved(const char *dir, const char *file) {
	const char *path = path_join(dir, file);
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

/* --- Flags. --- */

/* The target that an object file of CMake is for: "CMakeFiles/app.dir/src/a.c.o". */
static const char *target_of(const char *object) {
	const char *from = strstr(object, "CMakeFiles/");
	const char *to = from ? strstr(from, ".dir/") : NULL;
	if (!to)
		return NULL;
	from += strlen("CMakeFiles/");
	return intern_n(from, (size_t)(to - from));
}

static bool is_c(const char *name, const char *language) {
	if (language && strcmp(language, "none") != 0)
		return !strcmp(language, "c") || !strcmp(language, "cpp-output");
	return path_has_suffix(name, ".c") || path_has_suffix(name, ".i");
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
	vec_free(&c->words.at);
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
static const char *directory_of(const char *dir, const char *db_dir, const char *file) {
	if (*dir == '/')
		return dir;
	const char *there = path_join(db_dir, dir);
	const char *from = access(path_join(there, file), R_OK) ? dir : there;
	return resolved(NULL, from);
}

struct reader {
	struct compile_db *db;
	const char *dir; /* of the file */
	char *text;
	size_t n;
};

static struct loc place(const struct reader *r, size_t at) {
	struct loc loc = {.file = r->db->path, .line = 1, .col = 1};
	for (size_t i = 0; i < at && i < r->n; i++) {
		loc.col++;
		if (r->text[i] == '\n') {
			loc.line++;
			loc.col = 1;
		}
	}
	return loc;
}

/* The text of a member that must be there. */
static const char *member(const struct reader *r, const struct json_value *entry, const char *key) {
	const struct json_value *v = json_get(entry, key);
	const char *text = json_text(v);
	if (!text)
		fatal(EXIT_INPUT, place(r, v ? v->at : entry->at),
		      v ? "\"%s\" should be a text" : "this entry has no \"%s\"", key);
	return intern(text);
}

static void take_words(const struct reader *r, const struct json_value *entry, struct words *w) {
	const struct json_value *list = json_get(entry, "arguments");
	if (!list) {
		const char *line = member(r, entry, "command");
		command_split(w, line, QUOTED_AS_SHELL);
		return;
	}
	if (list->kind != JSON_ARRAY)
		fatal(EXIT_INPUT, place(r, list->at), "\"arguments\" should be a list of texts");
	for (const struct json_value *v = list->first; v; v = v->next) {
		if (!json_text(v))
			fatal(EXIT_INPUT, place(r, v->at), "\"arguments\" should be a list of texts");
		vec_push(&w->at, intern(json_text(v)));
	}
}

static void add_target(struct compiled *c, const char *object) {
	const char *target = object ? target_of(object) : NULL;
	if (target && !compiled_is_for(c, target))
		vec_push(&c->target, target);
}

/* The header that a precompiled one is made of is no unit of its own. */
static bool makes_a_header(const struct command *what) {
	return (what->language && path_has_suffix(what->language, "-header")) ||
	       (what->object &&
	        (path_has_suffix(what->object, ".gch") || path_has_suffix(what->object, ".pch")));
}

/* Something that is there, but no file. */
static bool is_device(const char *path) {
	struct stat st;
	return !stat(path, &st) && !S_ISREG(st.st_mode);
}

static void add_entry(const struct reader *r, const struct json_value *entry) {
	if (entry->kind != JSON_OBJECT)
		fatal(EXIT_INPUT, place(r, entry->at), "an entry should be { \"directory\": ... }");
	const char *name = member(r, entry, "file");
	const struct json_value *where = json_get(entry, "directory");
	const char *dir = directory_of(where ? member(r, entry, "directory") : ".", r->dir, name),
	           *unread;
	struct compiled new = {.file = resolved(dir, name), .directory = dir};
	new.shown = shortened(new.file);
	struct words words = {0};
	struct command what;
	take_words(r, entry, &words);
	command_expand(&words, dir, &unread);
	command_read(&words, dir, &what);
	new.compiler = command_flags(&words, &new.words);
	vec_free(&words.at);
	if (unread)
		diag_warn(place(r, entry->at), "the response file '%s' of '%s' cannot be read", unread,
		          new.shown);
	add_target(&new, what.object);
	add_target(&new, json_text(json_get(entry, "output")));
	new.flags = what.flags;
	what.flags = (struct fe_flags){0};
	if (makes_a_header(&what))
		free_compiled(&new);
	else if (is_c(name, what.language) && !is_device(new.file)) {
		add_c(r->db, new);
	} else {
		add_other(r->db, new.shown);
		free_compiled(&new);
	}
	command_free(&what);
}

/* A folder, or the file itself. */
static const char *path_of(const char *dir) {
	if (path_is_file(dir))
		return intern(dir);
	return intern_printf("%s%scompile_commands.json", dir, path_has_suffix(dir, "/") ? "" : "/");
}

static const char *folder_of(const char *path) {
	return resolved(NULL, path_folder(path));
}

static bool read_all(struct reader *r) {
	inputs_file(r->db->path);
	FILE *f = fopen(r->db->path, "re");
	VEC(char) text = {0};
	if (!f)
		return false;
	for (int c; (c = getc(f)) != EOF;)
		vec_push(&text, (char)c);
	bool failed = ferror(f);
	fclose(f);
	r->n = text.n;
	vec_push(&text, 0);
	r->text = text.at;
	return !failed;
}

_Noreturn static void no_database(const char *path) {
	fatal(
	    EXIT_INPUT, NO_LOC,
	    "cannot read '%s'; CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always, "
	    "and for any other build 'cbmc-mt --build COMMAND' does",
	    path);
}

struct compile_db *compile_db_open(const char *dir) {
	struct compile_db *d = mem_alloc(sizeof *d);
	d->path = path_of(dir);
	struct reader r = {.db = d, .dir = folder_of(d->path)};
	if (!read_all(&r))
		no_database(d->path);
	struct arena *arena = arena_open();
	struct json_error wrong;
	const struct json_value *all = json_read(arena, r.text, r.n, &wrong);
	if (!all)
		fatal(EXIT_INPUT, place(&r, wrong.column - 1), "%s", wrong.text);
	if (all->kind != JSON_ARRAY)
		fatal(EXIT_INPUT, place(&r, all->at), "a list of commands should stand here: [ ... ]");
	for (const struct json_value *v = all->first; v; v = v->next)
		add_entry(&r, v);
	arena_close(arena);
	mem_free(r.text);
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

/* How many of the files are built for the target? */
static size_t count_for(const struct compile_db *d, const char *target, const char *const *file,
                        size_t n) {
	size_t count = 0;
	for (size_t f = 0; f < n; f++) {
		const char *wanted = resolved(NULL, file[f]);
		for (size_t i = 0; i < d->c.n; i++)
			count += d->c.at[i].file == wanted && compiled_is_for(&d->c.at[i], target);
	}
	return count;
}

static size_t most_for(const struct compile_db *d, const struct compiled *c,
                       const char *const *file, size_t n) {
	size_t most = 0;
	for (size_t i = 0; i < c->target.n; i++) {
		size_t count = count_for(d, c->target.at[i], file, n);
		most = count > most ? count : most;
	}
	return most;
}

void compile_db_find(const struct compile_db *d, const char *const *file, size_t n,
                     const struct compiled **found) {
	for (size_t f = 0; f < n; f++) {
		const char *wanted = resolved(NULL, file[f]);
		const struct compiled *best = NULL;
		for (size_t i = 0; i < d->c.n; i++) {
			const struct compiled *c = &d->c.at[i];
			if (c->file == wanted &&
			    (!best || most_for(d, c, file, n) > most_for(d, best, file, n)))
				best = c;
		}
		found[f] = best;
	}
}
